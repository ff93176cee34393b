"""What is known of every goal while the proof and the search for counterexamples are under way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Lock

from msgspec import Struct, field

from veriabs.core.counterexample import Counterexample, Instrumented
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Validation, Verdict
from veriabs.core.runs import Overflow
from veriabs.core.source import Where
from veriabs.core.statements import Assert
from veriabs.core.verdict import conclude, relies_on_no_overflow
from veriabs.loops.flatten import assertions
from veriabs.replay.confirm import Confirmed
from veriabs.verify.portfolio import Won

NOT_TRIED = Reason(ReasonKind.NOT_APPLICABLE, "nothing was proved")
NOT_UNREACHED = "not understood, and not proved unreached: "
GAP_LEFT = "proved but for what is not understood, which may be reached"


def _deaf(answer: GoalAnswer) -> None:
    pass


class Goals(Struct):
    """The goals of one program, each with the numbers of its assertions, and what was found of them so far.

    The proof goes through a copy of what is asked, of which the search may add a goal at any time.

    `won` are proofs by the number of the assertion, `trivial` those of goals that no assertion is left of. `reachable`
    are the assertions that there is something to be proved of. `gaps` are the goals about what is not understood, with
    what that is: no proof counts before theirs. `tell` hears of each goal as it is decided; `untried` is why nothing
    was tried of those that have no reason of their own.
    """

    asked: dict[Goal, tuple[int, ...]] = field(default_factory=dict)
    overflow: Overflow = Overflow.UNDEFINED
    tell: Callable[[GoalAnswer], None] = _deaf
    won: dict[int, Won] = field(default_factory=dict)
    trivial: dict[Goal, Won] = field(default_factory=dict)
    reasons: dict[Goal, Reason] = field(default_factory=dict)
    refuted: dict[Goal, Confirmed] = field(default_factory=dict)
    reachable: set[int] = field(default_factory=set)
    gaps: dict[Goal, str] = field(default_factory=dict)
    untried: Reason = NOT_TRIED
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(
        cls, program: Program, overflow: Overflow = Overflow.UNDEFINED, tell: Callable[[GoalAnswer], None] = _deaf
    ) -> Goals:
        """The goals of a program, those that a constant decides among them."""
        found: dict[Goal, tuple[int, ...]] = {}
        for one in assertions(program):
            found[one.goal] = (*found.get(one.goal, ()), one.number)
        for where in program.settled if program.task.assertions else ():
            found.setdefault(Goal(GoalKind.ASSERTION, where), ())
        if not found:  # then that there is nothing to violate is what is to be shown
            whole, checks = Where(str(program.task.path), 0), program.task.checks
            found = {Goal(GoalKind(name), whole, "no such operation may go wrong"): () for name in checks}
            found = found or {Goal(GoalKind.ASSERTION, whole, "no error may be reached"): ()}
        missing = {gap.where: gap.what for gap in reversed(program.gaps) if gap.must_not_run}
        about = (one for one in found if one.kind is GoalKind.ASSERTION and one.where in missing)
        gaps = {one: missing[one.where] for one in about}
        return cls(dict(sorted(found.items(), key=lambda item: item[0].where)), overflow, tell, gaps=gaps)

    # ------------------------------------------------------------------------------------------------ what is found

    def proved(self, assertion: Assert, won: Won) -> None:
        self.won[assertion.number] = won
        self.reasons.pop(assertion.goal, None)
        for goal in tuple(self.asked) if assertion.goal in self.gaps else (assertion.goal,):
            if self.proofs(goal):
                self.tell(self.answer(goal))

    def settle(self, won: Won) -> None:
        """The proof of a program in which none of the goals that are open can be violated."""
        self.trivial |= dict.fromkeys(self.open(), won)

    def settle_unreached(self, won: Won) -> None:
        """Some proof of the program, where all that are `reachable` are known: no run comes to the others."""
        for goal, numbers in tuple(self.asked.items()):
            if not numbers and goal not in self.refuted:  # one that a counterexample has told of has none either
                self.trivial.setdefault(goal, won)
            self.won |= {number: won for number in numbers if number not in self.reachable}

    def left_open(self, goal: Goal, reason: Reason) -> None:
        self.reasons[goal] = reason

    def missing(self, goal: Goal) -> Reason | None:
        """What is not understood at the place of a goal, if that is what the goal is about."""
        found = self.gaps.get(goal)
        return None if found is None else Reason(ReasonKind.UNSUPPORTED, NOT_UNREACHED + found)

    def all_left_open(self, reason: Reason) -> None:
        """Why those are open that have no reason of their own."""
        for goal in self.open():
            self.reasons.setdefault(goal, reason)

    def refute(self, found: Confirmed) -> None:
        """A counterexample that was seen to fail; a goal that nothing was known of is new."""
        assert found.counterexample is not None
        with self.lock:
            goal = self._goal_of(found.counterexample)
            self.asked.setdefault(goal, ())
            self.refuted[goal] = found
        self.tell(self.answer(goal))

    def expect(self, subject: Instrumented) -> None:
        """Takes the goals from the text of a program that was not understood."""
        for site in subject.goals() if subject.task.assertions else ():
            self.asked.setdefault(Goal(GoalKind.ASSERTION, site.where), ())

    def _goal_of(self, example: Counterexample) -> Goal:
        """The goal at the place of the assertion, or of the violation behind it; one of a gap is none if there is
        another, such as that of an error in a function behind a call that is not understood."""
        places = (example.assertion.where, example.target.where)
        asked = [goal for goal in self.asked if goal.kind is example.assertion.kind]
        same = sorted((goal for where in places for goal in asked if goal.where == where), key=self.gaps.__contains__)
        near = (goal for w in places for goal in asked if (goal.where.file, goal.where.line) == (w.file, w.line))
        return next(iter(same), None) or next(near, None) or Goal(GoalKind.ASSERTION, places[0])

    # ------------------------------------------------------------------------------------------------- what is known

    def is_proved(self, goal: Goal) -> bool:
        numbers = self.asked[goal]
        return goal in self.trivial or (bool(numbers) and all(number in self.won for number in numbers))

    def is_open(self, goal: Goal) -> bool:
        return goal not in self.refuted and not self.is_proved(goal)

    def known(self, program: Program) -> frozenset[int]:
        """The assertions of a program that are proved."""
        return frozenset(one.number for one in assertions(program) if self.is_proved(one.goal))

    def serves(self, one: Assert) -> bool:
        """Is it open, or proved and of the user's own? What such a one says is a candidate in proofs of others."""
        return self.is_open(one.goal) or (one.kind is GoalKind.ASSERTION and self.is_proved(one.goal))

    def ends_runs(self, one: Assert) -> bool:
        """Was a run seen that violates it, and ends there? Behind an assertion there are only runs that do not; what a
        program does behind a violated check is not known."""
        return one.kind is GoalKind.ASSERTION and one.goal in self.refuted and one.goal not in self.gaps

    def open(self) -> list[Goal]:
        return [goal for goal in tuple(self.asked) if self.is_open(goal)]

    def undecided(self) -> list[Goal]:
        """Those that are open, or whose proof waits for one about what is not understood."""
        return [goal for goal in tuple(self.asked) if goal not in self.refuted and not self.proofs(goal)]

    def has_checks(self) -> bool:
        return any(goal.kind is not GoalKind.ASSERTION for goal in tuple(self.asked))

    def open_checks(self) -> list[Goal]:
        return [goal for goal in self.open() if goal.kind is not GoalKind.ASSERTION]

    def decided(self) -> bool:
        """Is every goal proved, by pieces that hold, or refuted?"""
        with self.lock:
            known = list(self.asked)
        return bool(known) and all(self.answer(goal).verdict is not Verdict.UNKNOWN for goal in known)

    def proofs(self, goal: Goal) -> list[list[CheckedQuery]]:
        """What its proof consists of, if it counts: a run may do anything where it is not understood."""
        counts = self.is_proved(goal) and self._gap() is None
        return [won.pieces for won in self._wins(goal)] if counts else []

    def _gap(self) -> Goal | None:
        """The first of the places that are not understood, and not proved to be unreached."""
        return min((one for one in self.gaps if not self.is_proved(one)), key=lambda one: one.where, default=None)

    def _wins(self, goal: Goal) -> Iterator[Won]:
        if goal in self.trivial:
            yield self.trivial[goal]
        else:
            yield from (self.won[number] for number in self.asked[goal] if number in self.won)

    def strategies(self, goals: Iterable[Goal]) -> str:
        """Whose proofs these goals have, each strategy once."""
        return ", ".join(dict.fromkeys(won.strategy for goal in goals for won in self._wins(goal)))

    # ------------------------------------------------------------------------------------------------- what is told

    def answers(self, validation: Validation | None = None) -> tuple[GoalAnswer, ...]:
        return tuple(self.answer(goal, validation) for goal in sorted(self.asked, key=lambda goal: goal.where))

    def answer(self, goal: Goal, validation: Validation | None = None) -> GoalAnswer:
        """What became of a goal; the one function that decides is asked."""
        proofs, found = self.proofs(goal), self.refuted.get(goal)
        conclusion = conclude(proofs, None if found is None else found.replay, self.overflow, validation)
        match conclusion.verdict:
            case Verdict.TRUE:
                relies = relies_on_no_overflow(proofs)
                return GoalAnswer(goal, Verdict.TRUE, self.strategies((goal,)), relies=relies)
            case Verdict.FALSE:
                assert found is not None and found.counterexample is not None
                example = found.counterexample
                return GoalAnswer(goal, Verdict.FALSE, example.strategy, None, example)
            case Verdict.UNKNOWN:
                reason = conclusion.reason if proofs else self.reasons.get(goal) or self._waits_for(goal)
                return GoalAnswer(goal, Verdict.UNKNOWN, "", reason or self.untried)

    def _waits_for(self, goal: Goal) -> Reason | None:
        gap = self._gap() if self.is_proved(goal) else None
        return None if gap is None else Reason(ReasonKind.UNSUPPORTED, GAP_LEFT, gap.where)
