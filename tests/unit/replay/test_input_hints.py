"""Test candidates that are made from the trace of a failed residual program."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from veriabs.core.counterexample import InstrumentedProgram, VisitRange
from veriabs.core.program import Program
from veriabs.core.queries import TraceRole, TraceVariable
from veriabs.core.source import DataModel, Task, Where
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.replay.input_hints import InputHint, candidates, diverse, hint_from_trace
from veriabs.strategies.shrinking.attempts import Attempt, attempts

RECORDED = Path(__file__).parents[2] / "recorded"
SOURCE = RECORDED / "programs" / "lead.c"
TRACE = (RECORDED / "6.6.0" / "residual-trace.json").read_text(encoding="utf-8")
TEXT = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
int main(void) {
  int a[1000];
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] != x); }
"""
BACKWARDS = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
int main(void) {
  int a[1000], x;
  for (int i = 999; i >= 0; i--) {
    x = __VERIFIER_nondet_int();
    a[i] = x;
  }
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] != 7); }
"""


def value_at(spans: Iterable[VisitRange], visit: int) -> int:
    found = [s.start + (visit - s.first) * s.step for s in spans if s.first <= visit < s.first + s.count]
    return found[0] if found else 0


def by_line(found: InputHint) -> dict[int, tuple[tuple[int, int], ...]]:
    return {where.line: visits for where, visits in found.values.items()}


def traced(*steps: tuple[str, int, str]) -> str:
    """A trace of assignments with name, value and function."""
    found: list[dict[str, Any]] = [
        {
            "stepType": "assignment",
            "lhs": name,
            "value": {"binary": f"{value:b}"},
            "sourceLocation": {"function": function},
        }
        for name, value, function in steps
    ]
    return json.dumps([{"result": [{"trace": found}]}])


def hint(raw: str, program: Program, strategy: str, k: int) -> InputHint | None:
    """The hint from the trace of the residual program."""
    attempt = next(one for one in attempts(models(program)[0]) if isinstance(one, Attempt))
    return hint_from_trace(raw, attempt.residual(k).traced, program, strategy)


@pytest.fixture(scope="module")
def recorded() -> InputHint:
    found = hint(TRACE, load_program(load(SOURCE)), "shrinking", 2)
    assert found is not None
    return found


# -------------------------------------------------------------------------------------------------------- recorded


def test_recorded_inputs_of_the_chosen_iterations(recorded: InputHint) -> None:
    assert by_line(recorded)[13] == ((7, 9), (999, 9))
    assert recorded.strategy == "shrinking"


def test_recorded_initial_contents_of_the_chosen_cells(recorded: InputHint) -> None:
    assert by_line(recorded)[7] == ((7, 262136), (999, 192))


def test_recorded_scalar_before_the_loop(recorded: InputHint) -> None:
    assert by_line(recorded)[9] == ((0, 5),)


def test_recorded_scalar_that_the_loop_does_not_change(recorded: InputHint) -> None:
    assert by_line(recorded)[8] == ((0, 193),)


def test_recorded_lead_becomes_candidates(recorded: InputHint) -> None:
    subject = load_instrumented(load(SOURCE))
    sites = {site.where.line: site.number for site in subject.sites}
    made = list(candidates(recorded, subject, {}))
    for candidate in made[:4]:
        steps, cells = candidate.values[sites[13]], candidate.values[sites[7]]
        assert (value_at(steps, 7), value_at(steps, 999)) == (9, 9)
        assert value_at(cells, 999) == 192
        assert value_at(candidate.values[sites[9]], 0) == 5
        assert "shrinking" in candidate.origin
    assert {value_at(candidate.values[sites[7]], 500) for candidate in made[:4]} == {0, 192, 262136}


# ----------------------------------------------------------------------------------------------------------- synthetic


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[], tuple[Program, InstrumentedProgram]]:
    def make() -> tuple[Program, InstrumentedProgram]:
        path = tmp_path / "lead.c"
        path.write_text(TEXT, encoding="utf-8")
        task = Task(path, DataModel.LP64)
        return load_program(task), load_instrumented(task)

    return make


def oracle(program: Program, line: int) -> int:
    """The number of the input at a line."""
    from veriabs.core.ctree import statements
    from veriabs.core.statements import Havoc

    return next(s.site for s in statements(program.body) if isinstance(s, Havoc) and s.where.line == line)


def test_column_number_is_one_more_than_the_visit(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    program, _ = loaded()
    site = oracle(program, 6)
    trace = traced(("T[0l]", 1, "main"), (f"oracle_{site}[0l]", 42, "prefix"))
    found = hint(trace, program, "shrinking", 1)
    assert found is not None
    assert by_line(found)[6] == ((0, 42),)


def test_slots_beyond_k_are_left_out(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    program, _ = loaded()
    site = oracle(program, 6)
    trace = traced(("T[2l]", 5, "main"), (f"oracle_{site}[2l]", 42, "prefix"))
    assert hint(trace, program, "shrinking", 2) is None


def test_slot_without_a_column_is_left_out(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    program, _ = loaded()
    site = oracle(program, 6)
    steps = [(f"oracle_{site}[{slot}l]", 41 + slot, "") for slot in range(2)]
    found = hint(traced(("T[0l]", 0, ""), ("T[1l]", 9, ""), *steps), program, "shrinking", 2)
    assert found is not None
    assert by_line(found)[6] == ((8, 42),)


def test_visits_are_in_order(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    program, _ = loaded()
    site = oracle(program, 6)
    steps = [(f"oracle_{site}[{slot}l]", 40 + slot, "") for slot in range(3)]
    found = hint(traced(*steps, ("T[0l]", 30, ""), ("T[1l]", 10, ""), ("T[2l]", 20, "")), program, "", 3)
    assert found is not None
    assert by_line(found)[6] == ((9, 41), (19, 42), (29, 40))


def test_last_assignment_counts(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    program, _ = loaded()
    site = oracle(program, 6)
    name = f"oracle_{site}[0l]"
    found = hint(traced(("T[0l]", 0, ""), ("T[0l]", 3, ""), (name, 0, ""), (name, 42, "")), program, "", 1)
    assert found is not None
    assert by_line(found)[6] == ((2, 42),)


@pytest.mark.parametrize("raw", ["", "[]", TRACE[:5000], traced(("x", 3, "main"))])
def test_trace_without_inputs_gives_no_hint(
    raw: str, loaded: Callable[[], tuple[Program, InstrumentedProgram]]
) -> None:
    assert hint(raw, loaded()[0], "shrinking", 2) is None


def test_every_fill_keeps_the_chosen_visits(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    _, subject = loaded()
    site = next(s for s in subject.sites if s.where.line == 6)
    visits = ((0, 5), (3, 6), (4, 7), (100, 8))
    for candidate in [*candidates(InputHint("s", {site.where: visits}), subject, {})][:4]:
        spans = candidate.values[site.number]
        assert [value_at(spans, visit) for visit, _ in visits[1:]] == [6, 7, 8]
        assert value_at(spans, 0) == 5
        assert all(a.first + a.count == b.first for a, b in zip(spans, spans[1:], strict=False))


def test_fills_differ_in_between(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    _, subject = loaded()
    site = next(s for s in subject.sites if s.where.line == 6)
    made = list(candidates(InputHint("s", {site.where: ((2, 5), (50, 8))}), subject, {}))[:4]
    assert [value_at(c.values[site.number], 20) for c in made] == [5, 0, 5, 8]
    assert [value_at(c.values[site.number], 90) for c in made] == [8, 0, 5, 8]


def test_places_that_are_no_site_are_left_out(loaded: Callable[[], tuple[Program, InstrumentedProgram]]) -> None:
    _, subject = loaded()
    for candidate in candidates(InputHint("s", {Where("elsewhere.c", 6): ((0, 1),)}), subject, {}):
        assert candidate.values == {}


def test_the_chosen_iterations_come_first_or_in_blocks(
    loaded: Callable[[], tuple[Program, InstrumentedProgram]],
) -> None:
    """The counterexample of a residual program has few iterations; in the program others may be in between."""
    _, subject = loaded()
    site = next(s for s in subject.sites if s.where.line == 6)
    found = InputHint("s", {site.where: ((7, 5), (700, 8))})
    made = [one.values[site.number] for one in candidates(found, subject, {site.number: 1000})]
    assert [[value_at(spans, visit) for visit in (0, 1, 2, 999)] for spans in made[4:]] == [
        [5, 8, 8, 8], [5, 8, 0, 0], [5, 5, 5, 8], [5, 5, 5, 8], [5, 5, 5, 8],
    ]  # fmt: skip


def test_inputs_of_an_earlier_loop_come_from_traced_cells(tmp_path: Path) -> None:
    path = tmp_path / "lead.c"
    path.write_text(BACKWARDS, encoding="utf-8")
    program = load_program(Task(path, DataModel.LP64))
    names = {"a[0]": TraceVariable(TraceRole.CONTENT, "a", slot=0), "T[0]": TraceVariable(TraceRole.COLUMN, slot=0)}
    steps = ("T[0l]", 4, "main"), ("a[0l]", 0, ""), ("a[0l]", 42, "prefix")
    found = hint_from_trace(traced(*steps), names, program, "shrinking")
    assert found is not None
    assert by_line(found)[5] == ((3, 42),)


def test_inputs_of_an_earlier_loop_come_from_cells_with_an_index_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "lead.c"
    path.write_text(BACKWARDS.replace("a[i] = x", "a[i] = x & 15"), encoding="utf-8")
    program = load_program(Task(path, DataModel.LP64))
    names = {
        "index_0[0]": TraceVariable(TraceRole.INDEX, number=0, slot=0),
        "content_0[0]": TraceVariable(TraceRole.INDEXED, "a", number=0, slot=0),
        "content_1[0]": TraceVariable(TraceRole.INDEXED, "a", number=1, slot=0),
    }
    steps = ("index_0[0l]", 996, "main"), ("content_0[0l]", 42, "main"), ("content_1[0l]", 43, "main")
    found = hint_from_trace(traced(*steps), names, program, "shrinking")
    assert found is not None
    assert by_line(found)[5] == ((996, 42),)


def test_values_of_the_trace_come_in_other_places_with_small_sizes(
    loaded: Callable[[], tuple[Program, InstrumentedProgram]],
) -> None:
    _, subject = loaded()
    key, cell = (next(site for site in subject.sites if site.where.line == line) for line in (4, 6))
    found = InputHint("s", {cell.where: ((700, 4711),)})
    made = list(diverse(found, subject, {key.number: 1, cell.number: 1000}))
    firsts = {value_at(one.values[key.number], 0) for one in made}
    assert {0, 1, 2, 8, 4711} <= firsts
    assert any(value_at(one.values[cell.number], visit) == 4711 for one in made for visit in (0, 1, 999))
    assert all(one.values.keys() == {site.number for site in subject.sites} for one in made)
