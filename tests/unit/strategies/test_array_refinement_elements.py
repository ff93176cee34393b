"""Array refinement: elements at moving indices, the abstract program over scalars, small sizes, leads; its proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import elements_of, statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.results import Verdict
from veriabs.core.runs import Claim
from veriabs.core.statements import Assert, Havoc, Loop
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.loops.build import models
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.array_refinement import goal
from veriabs.strategies.array_refinement.abstract import abstract_program
from veriabs.strategies.array_refinement.lead import lead_program
from veriabs.strategies.array_refinement.path import events
from veriabs.strategies.array_refinement.scale import scaled
from veriabs.strategies.array_refinement.subject import BITS, EXACT, Subject, prepared
from veriabs.strategies.array_refinement.tracked import scalar_program
from veriabs.strategies.array_refinement.tracking import Item, Kind, Tracking, moves, scalar
from veriabs.verify import engine
from veriabs.verify.options import Options

HEAD = "extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
HEAD += "void __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }\n"
FAMILIES = Path(__file__).parents[3] / "benchmarks" / "eureka"
FILTER = "int a[100], b[100]; int m = 0; for (int i = 0; i < 100; i++) if (a[i] >= 0) { b[m] = a[i]; m++; }"
FILTER += " for (int x = 0; x < m; x++) __VERIFIER_assert(b[x] >= 0);"


def written(folder: Path, body: str) -> Path:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    return path


def model_of(folder: Path, body: str) -> LoopModel:
    return models(load_program(load(written(folder, body))))[0]


def subject_of(model: LoopModel) -> Subject:
    subject = prepared(model)
    assert isinstance(subject, Subject)
    return subject


def cell(subject: Subject, array: str, index: str) -> Item:
    """The item of an element by the text of its index."""
    texts = [Printer().expr(key) for key in subject.keys[array]]
    return Item(Kind.CELL, array, texts.index(index))


def over_scalars(model: LoopModel, tracking: Tracking, reading: str = EXACT) -> Program:
    found = scalar_program(subject_of(model), reading, tracking, model.program.task, model.assertion.number)
    assert found is not None
    return found


def text_of(program: Program) -> str:
    return "\n".join(Printer().lines(program.body))


# ------------------------------------------------------------------------------------------------------------- elements


def test_fixed_indices_come_before_those_that_move(tmp_path: Path) -> None:
    subject = subject_of(model_of(tmp_path, FILTER))
    for array, keys in subject.keys.items():
        order = [moves(subject, array, key) for key in range(len(keys))]
        assert order == sorted(order)
        assert set(order) == {False, True}


def test_an_element_is_another_one_once_its_index_moves(tmp_path: Path) -> None:
    model = model_of(tmp_path, "int a[9], i = 0; if (a[i] == 1) { i = i + 1; __VERIFIER_assert(a[i] == i); }")
    subject = subject_of(model)
    item = cell(subject, "a", "i")
    for tracking in (frozenset((item,)), frozenset((item, scalar("i")))):
        text = text_of(over_scalars(model, tracking))
        place = text.index("i = i + 1;") if scalar("i") in tracking else text.index("if (kept_a_1 == 1)")
        moved = text.index("kept_a_1 = any_int_", place)
        assert moved < text.index("__VERIFIER_assert(kept_a_1 == ")
        harness = abstract_program(subject, EXACT, tracking, "")
        c_text = render_c(harness.template, harness.context)
        assert c_text.index("kept_a_1 = nondet_int();", c_text.index("if (kept_a_1 == 1)"))


def test_a_moved_element_may_be_a_fixed_one(tmp_path: Path) -> None:
    model = model_of(tmp_path, "int a[9], i = 0; a[3] = 1; i = 3; __VERIFIER_assert(a[i] == 1);")
    subject = subject_of(model)
    text = text_of(over_scalars(model, frozenset((cell(subject, "a", "i"), cell(subject, "a", "3"), scalar("i")))))
    assert "kept_a_2 = (long long)i == (long long)3 ? kept_a_1 : any_int_1;" in text


def test_a_written_value_is_computed_before_any_element_changes(tmp_path: Path) -> None:
    """Two elements may be one: the second must not see what the first has become."""
    model = model_of(tmp_path, "int a[9], i = 0; a[0] = 1; a[i] = a[i] + 1; __VERIFIER_assert(a[0] == 2);")
    subject = subject_of(model)
    tracking = frozenset((cell(subject, "a", "i"), cell(subject, "a", "0"), scalar("i")))
    text = text_of(over_scalars(model, tracking))
    put = text.index("any_put_a = kept_a_2 + 1;")
    assert put < text.index("kept_a_1 = any_put_a;", put) < text.index("kept_a_2 = any_put_a;", put)
    harness = abstract_program(subject, EXACT, tracking, "")
    assert "any_put_a = kept_a_2 + 1;" in render_c(harness.template, harness.context)


# ------------------------------------------------------------------------------------------------- program over scalars


def test_the_test_of_a_loop_reads_something_new_each_time(tmp_path: Path) -> None:
    model = model_of(tmp_path, "int a[9], i = 0; while (a[i] != 0) i++; __VERIFIER_assert(i < 9);")
    program = over_scalars(model, frozenset((scalar("i"),)))
    (loop,) = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    assert isinstance(loop.update[-1], Havoc)
    assert Printer().expr(loop.test) == f"{loop.update[-1].target.name} != 0"
    assert program.body[program.body.index(loop) - 1] == loop.update[-1]


def test_no_array_is_left_and_every_assertion_has_one_number(tmp_path: Path) -> None:
    model = model_of(tmp_path, FILTER)
    program = over_scalars(model, frozenset((scalar("i"), scalar("x"))))
    assert not elements_of(program.body)
    numbers = [stmt.number for stmt in statements(program.body) if isinstance(stmt, Assert)]
    assert len(numbers) == 2
    assert set(numbers) == {model.assertion.number}


def test_a_whole_array_has_no_program_over_scalars(tmp_path: Path) -> None:
    model = model_of(tmp_path, FILTER)
    tracking = frozenset((Item(Kind.WHOLE, "a"),))
    assert scalar_program(subject_of(model), EXACT, tracking, model.program.task, model.assertion.number) is None


def test_equal_bits_leave_a_comparison_open(tmp_path: Path) -> None:
    model = model_of(tmp_path, FILTER)
    subject = subject_of(model)
    text = text_of(over_scalars(model, frozenset((cell(subject, "a", "i"), scalar("m"), scalar("i"))), BITS))
    assert "if (kept_a_2 == (0 > known_value) ? any_bool_1 : kept_a_2)" in text


def test_what_the_end_needs_is_a_candidate_for_the_loops_before_it(tmp_path: Path) -> None:
    model = model_of(tmp_path, FILTER)
    subject = subject_of(model)
    items = (cell(subject, "b", "known_at_x"), *map(scalar, ("m", "i", "x", "start_x")))
    task = subject_of_body(over_scalars(model, frozenset(items)), model.assertion.number)
    texts = [Printer().expr(expr) for expr in goal.suggested(task, subject.fixed)[task.loops[0].id]]
    assert any("known_at_x < m" in text and text.endswith("(kept_b_1 >= 0)") for text in texts)
    assert any("(long long)known_at_x < (long long)i" in text for text in texts)


# ---------------------------------------------------------------------------------------------------------- small sizes


def test_sizes_get_small_together_and_data_stays(tmp_path: Path) -> None:
    body = "int a[1000]; a[999] = 77123; int i = 0; while (i < 1000) { a[i] = 77123; i++; }"
    subject = subject_of(model_of(tmp_path, body + " __VERIFIER_assert(a[999] == 77123);"))
    small = scaled(subject, 1)
    assert small is not None
    text = "\n".join(Printer().lines(small.exact.body))
    assert "77123" in text
    assert "999" not in text
    assert small.limit < 12 < subject.limit
    assert [len(keys) for keys in small.keys.values()] == [len(keys) for keys in subject.keys.values()]


def test_a_small_program_has_no_smaller_size(tmp_path: Path) -> None:
    body = "int a[5]; for (int i = 0; i < 5; i++) a[i] = 1; __VERIFIER_assert(a[3] == 1);"
    assert scaled(subject_of(model_of(tmp_path, body)), 1) is None


# ---------------------------------------------------------------------------------------------------------------- leads


def test_a_lead_runs_over_everything_and_only_refutes(tmp_path: Path) -> None:
    body = "int a[4]; for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int(); __VERIFIER_assert(a[1] == 1);"
    subject = subject_of(model_of(tmp_path, body))
    harness = lead_program(subject, events(subject.exact, (True, True, False, False), subject.limit), "")
    assert harness is not None
    assert harness.claim is Claim.UNDER
    text = render_c(harness.template, harness.context)
    assert "T[3] = 4;" in text
    assert "a[3] = nondet_int();" in text
    assert "_0[1] = a[i];" in text


# --------------------------------------------------------------------------------------------------------------- proofs


def verdict(path: Path, cbmc: Cbmc, *, replay: bool = False, seconds: float = 45.0) -> Verdict:
    task = load(path)
    chosen = ("array_refinement", "native") if replay else ("array_refinement",)
    options = Options(strategies=chosen, replay=replay, timeout=seconds)
    return engine.verify(task, load_program(task), cbmc, options).verdict


def family(folder: Path, name: str, size: int, *changes: tuple[str, str]) -> Path:
    text = (FAMILIES / f"{name}.c").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / f"{name}.c"
    path.write_text(f"#define N {size}\n{text}", encoding="utf-8")
    return path


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), [("string_copy", 10_000), ("partition", 400), ("gray_code", 50)])
def test_the_families_are_proved_at_large_sizes(tmp_path: Path, cbmc: Cbmc, name: str, size: int) -> None:
    assert verdict(family(tmp_path, name, size), cbmc) is Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("string_copy", "to[i] = 0;", ";"),
        ("string_copy", "to[i] = from[i];", "if (i != 500) to[i] = from[i];"),
        ("string_copy", "to[i] = 0;", "to[i] = 0; to[0] = 1;"),
        ("partition", "a[i] >= 0", "a[i] >= -1"),
        ("partition", "upper[u] = a[i];", "a[i] = a[i] - 1; upper[u] = a[i];"),
        ("partition", "lower[l] = a[i];", "lower[l] = a[i]; if (u > 0) upper[u - 1] = a[i];"),
        ("gray_code", "next >= K ||", "next > K ||"),
        ("gray_code", "digit[i] = 0;", "digit[i] = i == 999 ? 3 : 0;"),
    ],
)
def test_unsafe_variants_are_not_proved(tmp_path: Path, cbmc: Cbmc, name: str, old: str, new: str) -> None:
    """At sizes that are not unwound, so that only the induction could prove them."""
    assert verdict(family(tmp_path, name, 100_000, (old, new)), cbmc, seconds=20.0) is not Verdict.TRUE


@pytest.mark.cbmc
@pytest.mark.parametrize(
    "body",
    [
        # The element at a moving index changes through another index.
        "int a[99000], j = 0; for (int i = 0; i < 99000; i++) { a[i] = 1; a[j] = 2; if (a[i] == 1) j = i; }"
        " for (int x = 0; x < 99000; x++) __VERIFIER_assert(a[x] == 1);",
        # The index moves between two reads.
        "int a[99001], b[99000], i = 0; while (i < 99000) {"
        " if (a[i] > 5) { i++; b[i - 1] = a[i]; } else { b[i] = 6; i++; } }"
        " for (int x = 0; x < 99000; x++) __VERIFIER_assert(b[x] > 5);",
        # The index wraps in its type.
        "unsigned char a[300], i = 0; for (int k = 0; k < 99000; k++) { a[i] = 1; i++; if (k == 98999) a[i] = 9; }"
        " for (int x = 0; x < 256; x++) __VERIFIER_assert(a[x] == 1);",
        # What stands behind `continue` is left out.
        "int a[99000], i = 0; for (; i < 99000 && a[i] != 7; i++) { if (a[i] == 3) continue; a[i] = 4; }"
        " for (int x = 0; x < i; x++) __VERIFIER_assert(a[x] == 4);",
    ],
    ids=["another_index", "between_reads", "wraps", "continue"],
)
def test_hazards_are_not_proved(tmp_path: Path, cbmc: Cbmc, body: str) -> None:
    assert verdict(written(tmp_path, body), cbmc, seconds=20.0) is not Verdict.TRUE


@pytest.mark.long
@pytest.mark.cbmc
def test_a_feasible_path_becomes_a_counterexample(tmp_path: Path, cbmc: Cbmc) -> None:
    """The value that fails is in no text: only the path's own equations have it."""
    body = "int a[1000]; for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();"
    body += " for (int x = 0; x < 1000; x++) __VERIFIER_assert((a[x] ^ 23130) != 77123456);"
    assert verdict(written(tmp_path, body), cbmc, replay=True) is Verdict.FALSE
