"""`veriabs explain`: the reasons of a verdict, in sentences with line numbers.

TRUE: the writes of each loop, its invariants, and the strategy that made the proof. FALSE: the inputs, the iteration
and the values. UNKNOWN: the missing fact, found by assuming candidates and proving the rest.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from veriabs.annotate.annotate import loop_notes
from veriabs.annotate.find import find, run_steps
from veriabs.annotate.formulas import formula_maker
from veriabs.annotate.missing_facts import Fact, MissingCondition, missing_facts, missing_inputs
from veriabs.annotate.notations import NOTATIONS
from veriabs.annotate.sentences import about_loops, failing_iteration
from veriabs.annotate.spelling import HiddenError, Speller
from veriabs.core.conditions import clauses, verdict_text
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample
from veriabs.core.ctree import statements
from veriabs.core.deadline import Deadline
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import GoalAnswer, Report, ShrinkFactor, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Loop
from veriabs.frontend.scopes import Scope, scopes_in
from veriabs.invariants.quantified import peeled
from veriabs.loops.build import each_model
from veriabs.loops.flatten import without_other_goals
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
        what = f"the {kind.value}{' check' * (kind is not GoalKind.ASSERTION)} at line {line}"
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
            yield "  no missing fact was found; the strategies' reasons:"
            yield from self._strategy_reasons(answer)
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
    lines = ", ".join(map(str, factor.lines))
    named = f"loop at line {lines}" if len(factor.lines) == 1 else f"loops at lines {lines}"
    many = "one arbitrary iteration" if factor.k == 1 else f"{factor.k} arbitrary iterations"
    return f"CBMC proved that every violation after the {named} also occurs with {many}, and that none does"
