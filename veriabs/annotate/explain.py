"""`veriabs explain`: why the verdict is what it is, in sentences with line numbers.

A proof: what each loop writes, what always holds there, and which strategy made a proof of it. A counterexample: the
inputs, the iteration, and the values. Neither: the fact that is missing, which was tried out by assuming it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from veriabs.annotate.annotate import notes_of
from veriabs.annotate.find import find, ran
from veriabs.annotate.formulas import telling
from veriabs.annotate.missing import Fact, Needed, missing_facts, missing_inputs
from veriabs.annotate.notations import NOTATIONS
from veriabs.annotate.sentences import about_loops, iteration_of
from veriabs.annotate.spelling import HiddenError, Speller
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
from veriabs.loops.flatten import wanted
from veriabs.report.counterexample import trace_of
from veriabs.report.goals import answers_about
from veriabs.report.places import read
from veriabs.report.reasons import hint_of, why
from veriabs.strategies import module_of
from veriabs.verify import engine
from veriabs.verify.api import installed
from veriabs.verify.engine import opened
from veriabs.verify.options import Options
from veriabs.verify.session import Session

_TRIAL_SECONDS = 4.0
"""Seconds for one proof that assumes something of an input."""

_SENTENCE = re.compile(r"[.:] (?=[A-Z])")

_COMMENTS = NOTATIONS["comments"]


def explain(
    task: Task, program: Program, report: Report, options: Options, deadline: Deadline
) -> Iterator[str | Needed]:
    """The lines of an explanation, and what is missing of inputs; what is not found in time is left out."""
    deadline.begin("explaining")
    with opened(task, installed(), options, deadline) as session:
        said = _Explained(session, wanted(program), report)
        yield from said.loops()
        for answer in report.goals:
            yield from said.goal(answer)
        yield from said.needed


class _Explained:
    """The sentences about one report."""

    def __init__(self, session: Session, program: Program, report: Report) -> None:
        self.session, self.program, self.report = session, program, report
        self.needed: list[Needed] = []

    @cached_property
    def scopes(self) -> dict[Where, Scope]:
        """What each loop sees: the text is parsed once, and where something is told of loops."""
        return scopes_in(self.program)

    # ------------------------------------------------------------------------------------------------------- loops

    def loops(self) -> Iterator[str]:
        """What each loop does and, where something is proved, what always holds there."""
        proved = any(answer.verdict is Verdict.TRUE for answer in self.report.goals)
        invariants = find(self.session, self.program).invariants if proved else {}
        source = read(self.program.task.path)
        always = {}
        if source is not None:
            for where, notes, speller in notes_of(self.program, self.scopes, invariants, _COMMENTS, source):
                always[where] = [_COMMENTS.spell(one, speller) for one in notes.formulas]
        for where, sentences in about_loops(self.program, self.scopes).items():
            yield from (f"line {where.line}: {sentence}" for sentence in sentences)
            yield from (f"line {where.line}: always, at the test: {text}" for text in always.get(where, ()))

    # ------------------------------------------------------------------------------------------------------- goals

    def goal(self, answer: GoalAnswer) -> Iterator[str]:
        line = answer.goal.where.line
        what = f"the {answer.goal.kind.value} at line {line}"
        match answer.verdict:
            case Verdict.TRUE:
                yield f"{what} holds in every run{', if nothing overflows' if answer.relies else ''}"
                yield from self._proof(answer)
            case Verdict.FALSE:
                yield f"{what} fails"
                if answer.counterexample is not None:
                    yield from self._failure(answer.counterexample)
            case Verdict.UNKNOWN:
                yield f"{what} is open: {why(answer.reason)}"
                yield from self._open(answer)

    def _proof(self, answer: GoalAnswer) -> Iterator[str]:
        for name in dict.fromkeys(answer.strategy.replace(",", " ").split()):
            told = _does(name)
            if told:
                yield f"  shown by {name}: {told}"
        for factor in self.report.loops:
            if factor.assertion == answer.goal.where and factor.k is not None and "shrinking" in answer.strategy:
                yield f"  {_shrunk(factor)}"

    def _failure(self, example: Counterexample) -> Iterator[str]:
        iteration = iteration_of(self.program, example)
        yield from (f"  {line}" for line in trace_of(example))
        if iteration is not None:
            yield f"  that is in iteration {iteration[1]:,} of the loop at line {iteration[0].line}"

    # -------------------------------------------------------------------------------------------------------- open

    def _open(self, answer: GoalAnswer) -> Iterator[str]:
        """What is missing: a fact about a loop, else about the inputs; else what the strategies lacked."""
        facts = self._facts(answer)
        needed = () if facts else self._inputs(answer)
        yield from facts
        yield from needed
        if not facts and not needed:
            yield "  nothing was found that would be enough if it were assumed; what was tried:"
            yield from self._tried(answer)
        if answer.reason is not None:
            yield f"  try: {hint_of(answer.reason, str(self.program.task.path), answer.goal)}"

    def _tried(self, answer: GoalAnswer) -> Iterator[str]:
        """What each strategy lacked; those that did not apply, or were stopped, only if there are no others."""
        reasons = [(one.strategy, one.reason) for one in answers_about(self.report, answer) if one.reason is not None]
        telling = [one for one in reasons if one[1].kind is not ReasonKind.NOT_APPLICABLE]
        yield from dict.fromkeys(f"    {strategy}: {reason}" for strategy, reason in telling or reasons)

    def _facts(self, answer: GoalAnswer) -> list[str]:
        if answer.goal.kind is not GoalKind.ASSERTION:
            return []
        for model in each_model(self.program):
            if model.assertion.where == answer.goal.where:
                found = ran(self.session, missing_facts(model), self.session.left() / 2)
                return [line for fact in found or () for line in self._fact(fact)]
        return []

    def _fact(self, fact: Fact) -> Iterator[str]:
        program = peeled(self.program)
        loop = next(s for s in statements(program.body) if isinstance(s, Loop) and s.id == fact.loop)
        text = self._spelled(program, loop, fact)
        if text is None:
            return
        line = loop.where.line
        yield f"  missing at line {line}: {text}"
        halves = ["where the loop is entered"] * fact.at_entry + ["that an iteration keeps it"] * fact.kept
        yield f"    if it is assumed there, the proof succeeds; not shown: {' and '.join(halves) or 'in time'}"
        if fact.at_entry:
            yield f"    if it is meant to hold: make it so in front of line {line}, or assume it of the inputs"
        else:
            yield "    if it is meant to hold: assume it of what is read there, or give an invariant that says more"

    def _spelled(self, program: Program, loop: Loop, fact: Fact) -> str | None:
        """The fact as it is said at the loop; None where something of it has no name there."""
        speller = Speller(program, self.scopes.get(loop.where, Scope({})), _COMMENTS.entry, dict(loop.views))
        one = telling(program)(loop, fact.expr)
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
        seconds = min(_TRIAL_SECONDS, self.session.left())
        if seconds < 1:
            return False
        options = replace(self.session.options, replay=False, timeout=seconds, keep=None)
        report = engine.verify(tried.task, tried, self.session.cbmc, options)
        return any(one.goal == answer.goal and one.verdict is Verdict.TRUE for one in report.goals)

    def _input(self, one: Needed) -> Iterator[str]:
        yield f"  missing of {one.name} at line {one.where.line}: {one.text}"
        yield "    if it is assumed, the proof succeeds"
        function = self.program.task.entry.function
        if function == "main":
            yield f"    if it is meant to hold: __VERIFIER_assume({one.text}) behind line {one.where.line}"
        else:
            yield f"    if it is meant to hold: a precondition of {function}: __CPROVER_requires({one.text})"


def _does(strategy: str) -> str:
    """The first sentence of what a strategy says that it does."""
    try:
        told = (module_of(strategy).__doc__ or "").partition("What it does: ")[2].partition("\n\n")[0]
    except ModuleNotFoundError:
        return ""
    return _SENTENCE.split(" ".join(told.split()))[0].removesuffix(".")


def _shrunk(factor: ShrinkFactor) -> str:
    lines = ", ".join(map(str, factor.lines))
    named = f"loop at line {lines}" if len(factor.lines) == 1 else f"loops at lines {lines}"
    many = "one arbitrary iteration" if factor.k == 1 else f"{factor.k} arbitrary iterations"
    return f"CBMC showed that a violation behind the {named} would show in {many} already, and that there is none"
