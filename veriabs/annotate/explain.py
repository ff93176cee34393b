"""`veriabs explain`: the reasons of a verdict, in sentences with line numbers.

TRUE: the writes of each loop, its invariants, and the strategy that made the proof. FALSE: the inputs, the iteration
and the values. UNKNOWN: the missing fact, found by assuming candidates and proving the rest.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property

from msgspec import Struct

from veriabs.annotate.annotate import loop_notes
from veriabs.annotate.find import find, run_steps
from veriabs.annotate.formulas import Formula, formula_maker, mathematical
from veriabs.annotate.missing_facts import Fact, MissingCondition, missing_facts, missing_inputs
from veriabs.annotate.notations import NOTATIONS
from veriabs.annotate.spelling import HiddenError, Speller
from veriabs.annotate.starts import entry_constants
from veriabs.core.conditions import clauses, verdict_text
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample
from veriabs.core.ctree import conjunction, names, negate, statements, substitute, writes
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Const, Element, Expr, Var
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import GoalAnswer, Report, ShrinkFactor, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.frontend.scopes import Scope, scopes_in
from veriabs.invariants.quantified import peeled
from veriabs.loops.affine import Affine, affine
from veriabs.loops.build import each_model
from veriabs.loops.flatten import without_other_goals
from veriabs.loops.fuse import counter_values
from veriabs.loops.iterations import LoopStart, listed, trips
from veriabs.report.console import counted
from veriabs.report.counterexample import trace_of
from veriabs.report.excerpts import Excerpts
from veriabs.report.goals import answers_about
from veriabs.report.places import read
from veriabs.report.reasons import describe, hint_of
from veriabs.strategies import module_of
from veriabs.verify import engine
from veriabs.verify.api import installed
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options
from veriabs.verify.session import Session

_TRIAL_SECONDS = 4.0
"""Seconds for one proof that assumes a condition on an input."""

_SENTENCE = re.compile(r"[.:] (?=[A-Z])")

_COMMENTS = NOTATIONS["comments"]


def explain(
    task: Task, program: Program, report: Report, options: Options, deadline: Deadline
) -> Iterator[str | MissingCondition]:
    """The lines of an explanation, and the missing facts about inputs; results that take too long are omitted."""
    deadline.begin("explaining")
    with open_session(task, installed(), options, deadline) as session:
        explanation = _Explainer(session, without_other_goals(program), report)
        yield from explanation.loops()
        for answer in report.goals:
            yield from explanation.goal(answer)
        yield from explanation.needed


class _Explainer:
    """Makes the sentences about one report."""

    def __init__(self, session: Session, program: Program, report: Report) -> None:
        self.session, self.program, self.report = session, program, report
        self.needed: list[MissingCondition] = []

    @cached_property
    def scopes(self) -> dict[Where, Scope]:
        """The scope of each loop; the text is parsed once, and only on demand."""
        return scopes_in(self.program)

    # ------------------------------------------------------------------------------------------------------- loops

    def loops(self) -> Iterator[str]:
        """Sentences about the effect of each loop and, after a proof, its invariants."""
        proved = any(answer.verdict is Verdict.TRUE for answer in self.report.goals)
        invariants = find(self.session, self.program).invariants if proved else {}
        source = read(self.program.task.path)
        always = {}
        if source is not None:
            for where, notes, speller in loop_notes(self.program, self.scopes, invariants, _COMMENTS, source):
                always[where] = [_COMMENTS.spell(one, speller) for one in notes.formulas]
        for where, sentences in about_loops(self.program, self.scopes).items():
            place = str(where) if self.program.task.others else f"line {where.line}"
            yield from (f"{place}: {sentence}" for sentence in sentences)
            yield from (f"{place}: invariant at the loop test: {text}" for text in always.get(where, ()))

    # ------------------------------------------------------------------------------------------------------- goals

    def goal(self, answer: GoalAnswer) -> Iterator[str]:
        line = answer.goal.where.line
        kind = answer.goal.kind
        place = f"at line {line}" if line else "of the program"  # without sites, the program has one goal of each kind
        what = f"the {kind.value}{' check' * (kind is not GoalKind.ASSERTION)} {place}"
        match answer.verdict:
            case Verdict.TRUE:
                yield verdict_text(f"{what} holds in every run", clauses(answer.conditions))
                yield from self._proof(answer)
            case Verdict.FALSE:
                yield f"{what} fails"
                if answer.counterexample is not None:
                    yield from self._failure(answer.counterexample)
            case Verdict.UNKNOWN:
                yield f"{what} is open: {describe(answer.reason)}"
                yield from self._missing_fact_sentences(answer)

    def _proof(self, answer: GoalAnswer) -> Iterator[str]:
        for name in dict.fromkeys(answer.strategy.replace(",", " ").split()):
            description = _strategy_summary(name)
            if description:
                yield f"  proved by {name}: {description}"
        for factor in self.report.loops:
            if factor.assertion == answer.goal.where and factor.k is not None and "shrinking" in answer.strategy:
                yield f"  {_shrunk(factor)}"

    def _failure(self, example: Counterexample) -> Iterator[str]:
        iteration = failing_iteration(self.program, example)
        yield from (f"  {line}" for line in trace_of(example, Excerpts(self.report.task)))
        if iteration is not None:
            yield f"  in iteration {iteration[1]:,} of the loop at line {iteration[0].line}"

    # -------------------------------------------------------------------------------------------------------- open

    def _missing_fact_sentences(self, answer: GoalAnswer) -> Iterator[str]:
        """Sentences about the missing fact: about a loop, else about the inputs, else the reasons of the strategies."""
        facts = self._facts(answer)
        needed = () if facts else self._inputs(answer)
        yield from facts
        yield from needed
        if not facts and not needed:
            reasons = list(self._strategy_reasons(answer))
            yield "  no missing fact was found" + ("; the strategies' reasons:" if reasons else "")
            yield from reasons
        if answer.reason is not None:
            task = self.program.task
            yield f"  try: {hint_of(answer.reason, str(task.path), answer.goal, task.entry.function)}"

    def _strategy_reasons(self, answer: GoalAnswer) -> Iterator[str]:
        """The reason of each strategy; "not applicable" and "stopped" appear only if there is no other reason."""
        reasons = [(one.strategy, one.reason) for one in answers_about(self.report, answer) if one.reason is not None]
        informative = [one for one in reasons if one[1].kind is not ReasonKind.NOT_APPLICABLE]
        yield from dict.fromkeys(f"    {strategy}: {reason}" for strategy, reason in informative or reasons)

    def _facts(self, answer: GoalAnswer) -> list[str]:
        if answer.goal.kind is not GoalKind.ASSERTION:
            return []
        for model in each_model(self.program):
            if model.assertion.where == answer.goal.where:
                found = run_steps(self.session, missing_facts(model), self.session.left() / 2)
                return [line for fact in found or () for line in self._fact(fact)]
        return []

    def _fact(self, fact: Fact) -> Iterator[str]:
        program = peeled(self.program)
        loop = next(s for s in statements(program.body) if isinstance(s, Loop) and s.id == fact.loop)
        text = self._fact_text(program, loop, fact)
        if text is None:
            return
        line = loop.where.line
        yield f"  missing at line {line}: {text}"
        halves = ["at the loop's entry"] * fact.at_entry + ["that an iteration preserves it"] * fact.kept
        yield f"    assuming it there completes the proof; not proved: {' and '.join(halves) or 'in time'}"
        if fact.at_entry:
            yield f"    if it should hold: establish it before line {line}, or assume it about the inputs"
        else:
            yield "    if it should hold: assume it about the values read there, or write a stronger invariant"

    def _fact_text(self, program: Program, loop: Loop, fact: Fact) -> str | None:
        """The fact as text for the loop's scope; None if a variable has no name there."""
        speller = Speller(program, self.scopes.get(loop.where, Scope({})), _COMMENTS.entry, dict(loop.views))
        one = formula_maker(program)(loop, fact.expr)
        if one is not None:
            with suppress(HiddenError):
                return _COMMENTS.spell(one, speller)
        return None

    def _inputs(self, answer: GoalAnswer) -> list[str]:
        until = time.monotonic() + self.session.left() * 0.6
        of_goal = (s for s in statements(self.program.body) if isinstance(s, Assert) and s.goal == answer.goal)
        asserted = next(of_goal, None)
        if asserted is None:
            return []
        needed = missing_inputs(self.program, asserted, lambda tried: self._proves(tried, answer), until)
        self.needed += needed
        return [line for one in needed for line in self._input(one)]

    def _proves(self, tried: Program, answer: GoalAnswer) -> bool:
        """Does a strategy prove the goal of a program with an assumption, which the compiled program does not have?"""
        seconds = min(_TRIAL_SECONDS, self.session.left())
        if seconds < 1:
            return False
        options = replace(self.session.options, replay=False, timeout=seconds, keep=None)
        report = engine.verify(tried.task, tried, self.session.cbmc, options)
        return any(one.verdict is Verdict.TRUE for one in answers_about(report, answer))

    def _input(self, one: MissingCondition) -> Iterator[str]:
        yield f"  missing condition on {one.name} at line {one.where.line}: {one.text}"
        yield "    assuming it completes the proof"
        function = self.program.task.entry.function
        if function == "main":
            yield f"    if it should hold: __VERIFIER_assume({one.text}) after line {one.where.line}"
        else:
            yield f"    if it should hold: a precondition of {function}: __CPROVER_requires({one.text})"


def _strategy_summary(strategy: str) -> str:
    """The first sentence of the strategy's description."""
    try:
        description = (module_of(strategy).__doc__ or "").partition("What it does: ")[2].partition("\n\n")[0]
    except ModuleNotFoundError:
        return ""
    return _SENTENCE.split(" ".join(description.split()))[0].removesuffix(".")


def _shrunk(factor: ShrinkFactor) -> str:
    lines = ", ".join(counted(map(str, factor.lines), "loops"))
    named = f"loop at line {lines}" if len(factor.lines) == 1 else f"loops at lines {lines}"
    many = "one arbitrary iteration" if factor.k == 1 else f"{factor.k} arbitrary iterations"
    return f"CBMC proved that every violation after the {named} also occurs with {many}, and that none does"


def about_loops(program: Program, scopes: Mapping[Where, Scope]) -> dict[Where, list[str]]:
    """The sentences about each loop of the text, in the names of its scope; a loop that was inlined twice appears
    once."""
    found: dict[Where, list[str]] = {}
    starts = entry_constants(program)
    for one in listed(program):
        where = one.facts.loop.where
        if where not in found:
            known = starts.get(one.facts.loop.id, {}).items()
            constants = {name: Affine((), int(start.value)) for name, start in known if isinstance(start, Const)}
            listed_loop = replace(one, starts={**constants, **one.starts})
            speller = Speller(program, scopes.get(where, Scope({})), None, dict(one.facts.loop.views))
            found[where] = list(_LoopDescription(program, listed_loop, speller).sentences())
    return found


def failing_iteration(program: Program, example: Counterexample) -> tuple[Where, int] | None:
    """The iteration, counted from 1, in which an assertion in a loop fails, from the value of the loop's counter."""
    seen = {operand.text: operand.value for operand in example.operands}
    line = example.assertion.where.line
    around = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and _asserts_at(stmt, line)]
    for one in listed(program):
        if not any(one.facts.loop.where == loop.where for loop in around):
            continue
        for name, form in counter_values(one.facts, {}).items():
            source, start = program.scalars[name].source, one.starts.get(name)
            if source in seen and form.slope and start is not None and start.is_constant:
                passed, rest = divmod(seen[source] - start.constant, form.slope)
                if rest == 0 and passed >= 0:
                    return one.facts.loop.where, passed + 1
    return None


def _asserts_at(loop: Loop, line: int) -> bool:
    return any(isinstance(stmt, Assert) and stmt.where.line == line for stmt in statements(loop.body))


class _LoopDescription(Struct, frozen=True):
    """Describes one loop with the names in its scope."""

    program: Program
    one: LoopStart
    speller: Speller

    def sentences(self) -> Iterator[str]:
        facts = self.one.facts
        number = trips(self.one)
        if any(map(self.program.counts_cells, names(facts.loop.test))):
            pass  # the text has no such loop
        elif number is not None:
            yield f"the loop runs {'' if facts.exact else 'at most '}{number:,} times"
        elif facts.trips is None:
            yield "the loop has no counter that determines its number of iterations"
        written = [one for one in _assignments(facts.loop.body, ()) if isinstance(one[0].target, Element)]
        count = Counter(stmt.target.array for stmt, _ in written if isinstance(stmt.target, Element))
        for stmt, guards in written:
            assert isinstance(stmt.target, Element)
            with suppress(HiddenError):
                yield self._write(stmt, stmt.target, guards, count[stmt.target.array] == 1)

    def _write(self, stmt: Assign | Havoc, target: Element, guards: tuple[Expr, ...], is_only_write: bool) -> str:
        """`cell k of b is written once, in the iteration with i == k, from a[k] (nothing writes a after line 7)`."""
        array = self.speller.seen(self.program.arrays[target.array])
        counter = self._counter(target)
        counter_as_cell = {counter.name: CELL} if counter is not None else {}
        letter = self.speller.letters(1)[0]
        where = f"cell {letter} of {array}" if counter is not None else self.speller.text(target)
        once = "" if not is_only_write or counter is None else "at most once" if guards else "once"
        sentence = f"{where} is written{f' {once}' if once else ''}"
        if counter is not None:
            sentence += f", in the iteration with {self.speller.text(counter)} == {letter}"
        if guards:
            sentence += f" and only if {self._text(substitute(conjunction(guards), counter_as_cell))}"
        if isinstance(stmt, Havoc):
            return f"{sentence}, with any value"
        value = substitute(stmt.value, counter_as_cell)
        return f"{sentence}, from {self._text(value)}{self._earlier_write_lines(value)}"

    def _counter(self, target: Element) -> Var | None:
        """The counter that is the index itself, so that each iteration has its own cell."""
        (index, *others) = target.indices
        moving = counter_values(self.one.facts, {})
        plain = index if isinstance(index, Var) else getattr(index, "operand", None)
        if others or not isinstance(plain, Var) or affine(index, moving) != affine(plain, moving):
            return None
        form = moving.get(plain.name)
        return plain if form is not None and form.slope else None

    def _earlier_write_lines(self, value: Expr) -> str:
        """The lines of the last writes to the arrays that are read, if those are before this loop."""
        here, remarks = self.one.facts.loop, []
        for name in sorted(names(value) & self.program.arrays.keys() - writes((*here.body, *here.update))):
            last = max((line for line in _write_lines(self.program.body, name)), default=None)
            array = self.speller.seen(self.program.arrays[name])
            if last is None:
                remarks.append(f"nothing writes {array}")
            elif last < here.where.line:
                remarks.append(f"nothing writes {array} after line {last}")
        return f" ({'; '.join(remarks)})" if remarks else ""

    def _text(self, expr: Expr) -> str:
        return self.speller.text(mathematical(Formula(expr), self.program.task.data_model).fact)


def _assignments(body: tuple[Stmt, ...], guards: tuple[Expr, ...]) -> Iterator[tuple[Assign | Havoc, tuple[Expr, ...]]]:
    """The assignments of an iteration outside of inner loops, with the conditions around them."""
    for stmt in body:
        match stmt:
            case Assign() | Havoc():
                yield stmt, guards
            case If(test=test, then=then, orelse=orelse):
                yield from _assignments(then, (*guards, test))
                yield from _assignments(orelse, (*guards, negate(test)))
            case _:
                pass


def _write_lines(body: tuple[Stmt, ...], array: str) -> Iterator[int]:
    for stmt in statements(body):
        if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Element) and stmt.target.array == array:
            yield stmt.where.line
        if isinstance(stmt, Loop) and array in writes((*stmt.body, *stmt.update)):
            yield stmt.where.line
