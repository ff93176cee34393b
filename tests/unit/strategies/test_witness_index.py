"""The parts of the transformed program: witness indices, visits, gaps, and what the text relies on."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.ctree import writes
from veriabs.core.errors import InputError
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.templates import render_c
from veriabs.loops.build import task_body
from veriabs.loops.facts import facts_of
from veriabs.strategies.witness_index.accesses import MOST_VISITS, Visits, passing, visits
from veriabs.strategies.witness_index.cells import Plan, plans
from veriabs.strategies.witness_index.program import Kind, transformed
from veriabs.strategies.witness_index.relations import candidates, constants
from veriabs.strategies.witness_index.transform import transform
from veriabs.strategies.witness_index.writer import Trust

Make = Callable[[str], LoopModel]
PRELUDE = Path(__file__).parents[2] / "cprover_prelude.h"
COPY = """int a[100], b[100]; int main(void) { for (int i = 0; i < 100; i++) a[i] = b[i];
  for (int x = 0; x < 100; x++) __VERIFIER_assert(a[x] == b[x]); return 0; }"""


def first(model: LoopModel) -> Plan:
    return next(plans(model))


def loops(model: LoopModel) -> list[Loop]:
    return [stmt for part in task_body(model) for stmt in part if isinstance(stmt, Loop)]


def of_loop(model: LoopModel, number: int = 0, *, scalars: bool = False) -> Visits:
    facts = facts_of(number + 1, loops(model)[number])
    return visits(first(model), facts, frozenset(), scalars=scalars)


def spelled(model: LoopModel, kind: Kind = Kind.PROOF, trust: Trust | None = None) -> str:
    return render_c("witness_index/program", transformed(first(model), trust or Trust(), kind).context)


def body(inner: str, after: str = "", size: str = "100") -> str:
    """A loop over an array, and that all of its cells are 0."""
    return f"""int a[{size}], b[{size}]; int main(void) {{ int k = 0, m = 0;
      for (int i = 0; i < 90; i++) {{ {inner} }} {after}
      for (int x = 0; x < 90; x++) __VERIFIER_assert(a[x] == 0 && m + k >= 0); return 0; }}"""


# --------------------------------------------------------------------------------------------------- witness indices


def test_arrays_share_the_index_that_the_assertion_reads(model: Make) -> None:
    plan = first(model(COPY))
    assert len(plan.witnesses) == 1
    assert {cell.array.name for cell in plan.cells} == {"a", "b"}
    assert plan.witnesses[0].chosen is not None


def test_sources_elsewhere_get_an_index_of_their_own(model: Make) -> None:
    plan = first(model(COPY.replace("= b[i]", "= b[i + 1]").replace("int i = 0; i < 100", "int i = 0; i < 99")))
    assert len(plan.witnesses) == 2


def test_an_index_goes_where_the_direction_turns(model: Make) -> None:
    chosen = first(model(COPY.replace("= b[i]", "= b[99 - i]").replace(" == b[x]", " != 7"))).witnesses[1].chosen
    assert chosen is not None
    assert "99" in repr(chosen)


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


def test_no_assumption_keeps_an_index_within_its_array(model: Make) -> None:
    """An array without cells would leave no run at all (trap s25)."""
    assumed = [line for line in spelled(model(COPY)).splitlines() if "assume" in line and "i_a" in line]
    assert all("==" in line for line in assumed)


# ------------------------------------------------------------------------------------------------------------ visits


def test_an_index_that_moves_steadily_is_hit_once(model: Make) -> None:
    found = of_loop(model(body("a[i] = 0;")))
    assert len(found.hits) == found.count == 1


def test_a_step_of_two_divides(model: Make) -> None:
    made = model(body("a[k] = 0; k += 2;").replace("i < 90", "i < 45"))
    assert "/ 2" in spelled(made)
    assert [hit.form.slope for hit in of_loop(made).hits] == [2]


def test_an_index_under_a_condition_has_a_last_write(model: Make) -> None:
    found = of_loop(model(body("if (b[i]) { a[k] = 1; k++; }")))
    assert [cell.array.name for cell in found.loose] == ["a"]


def test_a_fixed_cell_has_a_last_write(model: Make) -> None:
    assert len(of_loop(model(body("a[7] = b[i];"))).loose) == 1


def test_too_many_index_functions_lose_the_cell(model: Make) -> None:
    writes = " ".join(f"a[i + {n}] = 0;" for n in range(MOST_VISITS + 1))
    found = of_loop(model(body(writes)))
    assert len(found.hits) == MOST_VISITS
    assert [cell.array.name for cell in found.lost] == ["a"]


def test_what_is_lost_may_count_as_written_around(model: Make) -> None:
    """Else a last write of the outer loop that only happens in a gap of the inner one is assumed away."""
    inner = " ".join(f"a[k + {n}] = 0;" for n in range(MOST_VISITS + 1))
    made = model(body(f"for (k = 0; k < 60; k++) {{ {inner} }}"))
    assert "x_a_written = nondet_bool();" in spelled(made)


def test_a_distrusted_hit_becomes_a_last_write(model: Make) -> None:
    made = model(body("a[i] = 0;"))
    about = transformed(first(made), Trust(), Kind.CHECKS).about
    hits = frozenset(name for name in about.values() if name.startswith("i_a"))
    assert "loop_1_last_x_a" in spelled(made, trust=Trust(distrusted=hits))
    assert "loop_1_last_x_a" not in spelled(made)


def test_counters_that_are_distrusted_are_arbitrary(model: Make) -> None:
    made = model(body("a[i] = 0;"))
    names = frozenset(transformed(first(made), Trust(), Kind.CHECKS).about.values())
    distrusted = spelled(made, trust=Trust(distrusted=names))
    assert "loop_1_trips" not in distrusted
    assert re.search(r"^ *i = nondet_int\(\);$", distrusted.split("the loop at line")[1], re.MULTILINE)


@pytest.mark.parametrize(
    ("inner", "written"),
    [
        ("if (b[i]) { m = 1; break; }", False),
        ("if (b[i]) { m = 1; if (k) continue; break; }", True),
        ("if (b[i]) { m = 1; abort(); }", False),
        ("if (b[i]) m = 1;", True),
    ],
)
def test_what_an_iteration_writes_that_goes_on(inner: str, written: bool, model: Make) -> None:
    loop = loops(model(body(f"a[i] = 0; {inner}")))[0]
    assert ("m" in writes(passing(loop.body))) is written


# -------------------------------------------------------------------------------------------------------------- gaps


def test_scalars_that_are_assigned_constants_are_arbitrary_among_them(model: Make) -> None:
    """The published definition leaves them as they are, which is unsound (trap p06)."""
    made = model(body("a[i] = 0; if (b[i] == 1) m = 1; if (b[i] == 2) k = 1;"))
    written = spelled(made)
    assert "m = nondet_int();" in written
    assert "m == kept_m || m == 1" in written
    scalar = made.scalars["m"]
    assert constants(loops(made)[0], scalar) == ["1"]


def test_a_constant_has_the_type_of_its_scalar(model: Make) -> None:
    text = body("a[i] = 0; if (b[i]) c = 300;").replace("m = 0;", "m = 0; unsigned char c = 0;")
    made = model(text.replace("m + k", "c"))
    assert constants(loops(made)[0], made.scalars["c"]) == ["(unsigned char)44"]


def test_the_number_of_iterations_is_compared_as_a_signed_number(model: Make) -> None:
    """A change is negative sometimes, which an unsigned comparison would assume away."""
    written = spelled(model(body("a[i] = 0; if (b[i] > m) m = b[i];")), trust=Trust(related=True))
    relations = [line for line in written.splitlines() if "(long long)kept_m <=" in line]
    assert relations
    assert all("<= (long long)(" in line for line in relations)


def test_no_generated_name_is_one_of_the_program(model: Make) -> None:
    """Names that the front end numbers, such as a second `trips`, are not among those that are written here."""
    call = "static int f(void) { int trips = 3, passed = 4; return trips + passed; }"
    inner = "int passed = b[i]; trips += passed > 0; a[i] = 0;"
    made = model(f"{call} {body(inner).replace('m = 0;', 'm = 0; int trips = f();').replace('m + k', 'trips')}")
    assert "trips2" in made.scalars
    for kind in Kind:
        written = spelled(made, kind, Trust(related=True))
        declared = re.findall(r"^ *const [\w ]+?(\w+) = ", written, re.MULTILINE)
        assert not {*declared} & {*made.scalars, *made.program.arrays}


def test_wide_scalars_have_no_changes(model: Make) -> None:
    text = body("a[i] = 0; if (b[i] > w) w = b[i];").replace("m = 0;", "m = 0; long w = 0;")
    made = model(text.replace("m + k", "w"))
    found = candidates(made, facts_of(1, loops(made)[0]))
    assert len(found) == 2


def test_nothing_to_relate(model: Make) -> None:
    trust = Trust(related=True)
    assert not transformed(first(model(COPY)), trust, Kind.PROOF).helped
    made = model(body("a[i] = 0; if (b[i] > m) m = b[i];"))
    assert transformed(first(made), trust, Kind.PROOF).helped
    assert not transformed(first(made), Trust(), Kind.PROOF).helped


def test_checks_of_a_loop_that_breaks_go_on_from_its_break(model: Make) -> None:
    """What the last iteration writes before it breaks is part of the state that later loops start from."""
    made = model(body("a[i] = 0; if (b[i]) { k = 1000; break; }", "for (m = k; m < 2000; m++) b[m % 50] = 0;"))
    written = spelled(made, Kind.CHECKS)
    assert written.count("k = 1000;") == 1
    assert "goto leave_1;" in written


# ------------------------------------------------------------------------------------------------------ whole texts


@pytest.mark.parametrize("kind", Kind)
def test_gcc_accepts_the_programs(kind: Kind, model: Make) -> None:
    inner = "if (b[i] > m) { m = b[i]; a[k] = 1; k++; } if (b[i] == 5) break; for (int j = 0; j < i; j++) a[j] = b[i];"
    command = ["gcc", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-include", str(PRELUDE), "-x", "c", "-"]
    for trust in (Trust(), Trust(related=True)):
        written = spelled(model(body(inner)), kind, trust)
        found = subprocess.run(command, input=written, capture_output=True, text=True, timeout=60, check=False)
        assert found.stderr == ""


def test_transformed_program_has_no_array_and_no_loop(program: Callable[[str], Program]) -> None:
    written = transform(program(COPY))
    code = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
    assert not re.search(r"\[|\bfor\b|\bwhile\b", code)
    assert "at_assertion(read_a(x) == read_b(x));" in code


def test_transform_of_several_assertions(program: Callable[[str], Program]) -> None:
    made = program(COPY.replace("return 0;", "__VERIFIER_assert(a[5] == b[5]); return 0;"))
    written = transform(made)
    assert written.count("int main(void)") == 2
    assert "#if ASSERTION == 2" in written
    assert written.count(transform(made, 1).strip()) == 1


def test_transform_without_that_assertion(program: Callable[[str], Program]) -> None:
    with pytest.raises(InputError, match="no assertion with number 7"):
        transform(program(COPY), 7)
