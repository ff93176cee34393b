"""Carried scalars in closed form: the proposed forms, their proofs, and assertions that they prove."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements, target_name
from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.program import Program
from veriabs.core.results import Report, Verdict
from veriabs.core.runs import Outcome
from veriabs.core.statements import Assign, Loop
from veriabs.core.types import INT
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.closed_form_substitution import equations, explicit
from veriabs.invariants.scalar.serialize import from_json
from veriabs.solvers.calculation import calculate
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.closed_forms.scalar_solutions import calculation, forms_of
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

Make = Callable[[str], Program]

PROGRAMS = Path(__file__).parents[2] / "programs"
SAFE = sorted((PROGRAMS / "true").glob("e[0-9]_*.c"))
UNSAFE = sorted((PROGRAMS / "false").glob("e[0-9]_*.c"))
CARRIED = """int a[100]; int main(void) { int k = __VERIFIER_nondet_int(), c = k, d = 0, i;
for (i = 0; i < 100; i++) { a[i] = c; BODY c = i % 3 == 0 ? k : i; d = d + (i % 2 == 0); }
__VERIFIER_assert(c == 99 && d == 50 || k); return 0; }"""


def wanted(program: Program) -> list[str]:
    found = equations(program, forms_of(program))
    return sorted(Printer().expr(expr).split(" == ")[0] for exprs in found.values() for expr in exprs)


def test_carried_scalars_are_offered_as_functions_of_the_counter(program: Make) -> None:
    assert wanted(program(CARRIED.replace("BODY", ""))) == ["c", "d"]


def test_search_in_a_separate_process_gives_the_same_forms(program: Make) -> None:
    made = program(CARRIED.replace("BODY", ""))
    run = calculate(calculation(made, 60.0), 60.0, None, Event())
    assert run.outcome is Outcome.SUCCESS
    assert from_json(run.detail, made) == equations(made, forms_of(made))


@pytest.mark.parametrize("jump", ["if (a[i] > 7) break;", "if (a[i] > 7) { d = 3; break; }"])
def test_loop_with_a_jump_out_has_no_closed_forms(jump: str, program: Make) -> None:
    assert wanted(program(CARRIED.replace("BODY", jump))) == []


def test_candidates_that_depend_on_inputs_are_not_proposed(program: Make) -> None:
    assert wanted(program(CARRIED.replace("BODY", "if (__VERIFIER_nondet_int()) continue;"))) == []


def test_loops_at_one_place_have_separate_equations(program: Make) -> None:
    """A fact about one of them need not hold for the other."""
    twice = """int a[100], c; void go(int k) { c = k; for (int i = 0; i < 100; i++) { a[i] = c; c = 2 * i; } }
    int main(void) { go(0); go(5); __VERIFIER_assert(c); return 0; }"""
    built = program(twice)
    found = equations(built, forms_of(built))
    assert list(found) == [stmt.id for stmt in statements(built.body) if isinstance(stmt, Loop)]
    texts = [Printer().expr(expr) for exprs in found.values() for expr in exprs]
    assert len(set(texts)) == len(texts) == 2


def test_scalars_are_set_in_the_body_and_after_the_loop(program: Make) -> None:
    task = program(CARRIED.replace("BODY", ""))
    made = explicit(task, equations(task, forms_of(task)))
    place, loop = next((n, stmt) for n, stmt in enumerate(made.body) if isinstance(stmt, Loop))
    first, behind = loop.body[:2], made.body[place + 1 : place + 3]
    assert first == behind
    assert sorted(target_name(stmt.target) for stmt in first if isinstance(stmt, Assign)) == ["c", "d"]
    assert explicit(task, {}) == task


def test_closed_form_uses_the_counter_and_unchanged_variables(program: Make) -> None:
    task = program(CARRIED.replace("BODY", ""))
    made = explicit(task, equations(task, forms_of(task)))
    loop = next(stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    texts = {target_name(s.target): Printer().expr(s.value) for s in loop.body[:2] if isinstance(s, Assign)}
    assert "k" in texts["c"] and "c" not in texts["c"].replace("const", "")
    assert texts["d"] == "(int)(((long long)i + 1LL) / 2LL)"


def verified(path: Path, strategy: str, cbmc: Cbmc) -> Report:
    program = load_program(load(path))
    options = Options(timeout=60, max_k=2, jobs=1, strategies=(strategy,), replay=False)
    return verify(program.task, program, cbmc, options)


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("strategy", ["shrinking", "pruning"])
@pytest.mark.parametrize("path", SAFE, ids=lambda path: path.stem)
def test_only_explicit_scalars_prove_it(path: Path, strategy: str, cbmc: Cbmc) -> None:
    report = verified(path, strategy, cbmc)
    assert [answer.verdict for answer in report.answers] == [Verdict.UNKNOWN, Verdict.TRUE]
    assert report.verdict is Verdict.TRUE and report.strategy == strategy
    assert not report.is_conditional


@pytest.mark.share(20)
@pytest.mark.cbmc
@pytest.mark.parametrize("strategy", ["shrinking", "pruning"])
@pytest.mark.parametrize("path", UNSAFE, ids=lambda path: path.stem)
def test_a_bug_is_never_proved_away(path: Path, strategy: str, cbmc: Cbmc) -> None:
    assert verified(path, strategy, cbmc).verdict is not Verdict.TRUE


DO_WHILE = """int a[100]; int main(void) { int i = FIRST, c = 7;
do { a[i] = c; c = i; i++; } while (i < 100);
for (i = 1; i < 100; i++) __VERIFIER_assert(a[i] == i - 1); return 0; }"""


@pytest.mark.share(6)
@pytest.mark.cbmc
@pytest.mark.parametrize("first", ["0", "1", "__VERIFIER_nondet_int() != 0"])
@pytest.mark.parametrize("strategy", ["shrinking", "pruning"])
def test_unasserted_values_are_not_assigned_in_do_loops(first: str, strategy: str, program: Make, cbmc: Cbmc) -> None:
    """The first iteration of a `do` is its own; a[1] is 7 where the loop starts there."""
    made = program(DO_WHILE.replace("FIRST", first))
    options = Options(timeout=60, max_k=1, jobs=1, strategies=(strategy,), replay=False)
    proved = verify(made.task, made, cbmc, options).verdict is Verdict.TRUE
    assert not proved or first == "0"


@pytest.mark.share(2)
@pytest.mark.cbmc
@pytest.mark.parametrize("strategy", ["shrinking", "pruning"])
def test_suggested_values_are_not_assigned_in_do_loops(
    strategy: str, program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bounds program has no assertion about such a loop, so its success does not prove the omitted facts."""
    made = program(DO_WHILE.replace("FIRST", "1"))
    loop = next(stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    wrong = Binary("==", Var("c", INT), Binary("-", Var("i", INT), Const(1, INT)))
    monkeypatch.setattr("veriabs.verify.knowledge.from_json", lambda text, program: {loop.id: (wrong,)})
    options = Options(timeout=60, max_k=1, jobs=1, strategies=(strategy,), replay=False)
    assert verify(made.task, made, cbmc, options).verdict is not Verdict.TRUE
