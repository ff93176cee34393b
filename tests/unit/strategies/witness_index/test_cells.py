"""Test which array cells are kept as witness cells."""

from __future__ import annotations

from witnessed import COPY, Make, first


def test_arrays_share_the_index_that_the_assertion_reads(model: Make) -> None:
    plan = first(model(COPY))
    assert len(plan.witnesses) == 1
    assert {cell.array.name for cell in plan.cells} == {"a", "b"}
    assert plan.witnesses[0].chosen is not None


def test_offsets_of_accesses_add_an_index(model: Make) -> None:
    plan = first(model(COPY.replace("= b[i]", "= b[i + 1]").replace("int i = 0; i < 100", "int i = 0; i < 99")))
    assert len(plan.witnesses) == 2


def test_one_component_a_dimension(model: Make) -> None:
    nest = "for (int i = 0; i < 100; i++) for (int k = 0; k < 100; k++)"
    made = model(f"int m[100][100]; int main(void) {{ {nest} m[i][k] = 0; {nest} __VERIFIER_assert(!m[i][k]); }}")
    assert [len(witness.components) for witness in first(made).witnesses] == [2]


def test_names_of_the_program_are_not_taken(model: Make) -> None:
    more = "int main(void) { int i_c = 3, x_c = c[i_c], read_c;"
    made = model(COPY.replace("a[", "c[").replace("int main(void) {", more))
    plan = first(made)
    names = {c.name for w in plan.witnesses for c in w.components} | {cell.value.name for cell in plan.cells}
    assert not names & {*made.scalars, *made.program.arrays}
