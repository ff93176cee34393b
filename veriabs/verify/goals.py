"""Record the results for every goal during the proof and the search for counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Lock

from msgspec import Struct, field

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.counterexample import Counterexample, InstrumentedProgram
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Validation, Verdict
from veriabs.core.runs import Overflow
from veriabs.core.source import Where
from veriabs.core.statements import Assert
from veriabs.core.verdict import conclude
from veriabs.loops.flatten import assertions
from veriabs.replay.confirm import ReplayResult
from veriabs.verify.portfolio import RaceProof

NOT_TRIED = Reason(ReasonKind.NOT_APPLICABLE, "no strategy has proved it")
NOT_UNREACHED = "unsupported, and not proved unreachable: "
GAP_LEFT = "proved, except for unsupported code that may be reached"


def unproved(check: Goal) -> VerdictCondition:
    """The condition "this check holds", for a proof that assumes an unproved check."""
    match check.kind:
        case GoalKind.BOUNDS:
            return VerdictCondition(ConditionKind.BOUNDS, "", (check.where,))
        case GoalKind.OVERFLOW:
            return VerdictCondition(ConditionKind.OVERFLOW, "", (check.where,))
        case _:
            return VerdictCondition(ConditionKind.CHECK, check.kind.value, (check.where,))


def _ignore_answer(answer: GoalAnswer) -> None:
    pass


class Goals(Struct):
    """The goals of one program, with the numbers of their assertions and the results so far.

    The proof iterates over a copy of `asked`, because the search may add a goal at any time.

    - `won`: proofs by assertion number; `trivial`: proofs of goals without assertions.
    - `reachable`: the assertions that need a proof.
    - `gaps`: goals that unsupported code is unreachable, with its description. The proof of another goal counts only
      when every gap that may run before it is proved. `earlier`: for each gap, places that no run reaches behind it.
    - `conditions`: conditions of every proof; `conditional`: proofs under further conditions, by goal or assertion.
    - `on_decided`: receives each decided goal; `untried`: the reason for goals without a reason of their own.
    """

    asked: dict[Goal, tuple[int, ...]] = field(default_factory=dict)
    overflow: Overflow = Overflow.UNDEFINED
    on_decided: Callable[[GoalAnswer], None] = _ignore_answer
    won: dict[int, RaceProof] = field(default_factory=dict)
    trivial: dict[Goal, RaceProof] = field(default_factory=dict)
    reasons: dict[Goal, Reason] = field(default_factory=dict)
    refuted: dict[Goal, ReplayResult] = field(default_factory=dict)
    reachable: set[int] = field(default_factory=set)
    gaps: dict[Goal, str] = field(default_factory=dict)
    earlier: dict[Goal, frozenset[Where]] = field(default_factory=dict)
    conditions: tuple[VerdictCondition, ...] = ()
    conditional: dict[Goal | int, RaceProof] = field(default_factory=dict)
    untried: Reason = NOT_TRIED
    refused: bool = False
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(
        cls,
        program: Program,
        overflow: Overflow = Overflow.UNDEFINED,
        on_decided: Callable[[GoalAnswer], None] = _ignore_answer,
    ) -> Goals:
        """The goals of a program, including those that are decided by a constant."""
        found: dict[Goal, tuple[int, ...]] = {}
        for one in assertions(program):
            found[one.goal] = (*found.get(one.goal, ()), one.number)
        for where in program.settled if program.task.assertions else ():
            found.setdefault(Goal(GoalKind.ASSERTION, where), ())
        if not found:  # then it has to be proved that there is nothing to violate
            whole, checks = Where(str(program.task.path), 0), program.task.checks
            found = {Goal(GoalKind(name), whole, "no such operation may go wrong"): () for name in checks}
            found = found or {Goal(GoalKind.ASSERTION, whole, "no error may be reached"): ()}
        missing = {gap.where: gap for gap in reversed(program.gaps) if gap.must_not_run}
        about = [one for one in found if one.kind is GoalKind.ASSERTION and one.where in missing]
        gaps = {one: missing[one.where].what for one in about}
        earlier = {one: missing[one.where].earlier for one in about}
        asked = dict(sorted(found.items(), key=lambda item: item[0].where))
        return cls(asked, overflow, on_decided, gaps=gaps, earlier=earlier, conditions=program.conditions)

    # -------------------------------------------------------------------------------------------- recording results

    def proved(self, assertion: Assert, won: RaceProof) -> None:
        self.won[assertion.number] = won
        self.reasons.pop(assertion.goal, None)
        for goal in tuple(self.asked) if assertion.goal in self.gaps else (assertion.goal,):
            if self.proofs(goal):
                self.on_decided(self.answer(goal))

    def settle(self, won: RaceProof) -> None:
        """Record a proof of a program in which no open goal can be violated."""
        self.trivial |= dict.fromkeys(self.open(), won)

    def settle_unreached(self, won: RaceProof) -> None:
        """If all `reachable` goals are decided, record a proof that no run reaches the others."""
        for goal, numbers in tuple(self.asked.items()):
            if not numbers and goal not in self.refuted:  # a goal that a counterexample reported has none either
                self.trivial.setdefault(goal, won)
            self.won |= {number: won for number in numbers if number not in self.reachable}

    def settle_if(self, goal: Goal, won: RaceProof, number: int | None = None) -> None:
        """Record a proof under further conditions, of one assertion or all; an unconditional one takes precedence."""
        self.conditional.setdefault(goal if number is None else number, won)
        if self.proofs(goal):
            self.on_decided(self.answer(goal))

    def change(self, new: Callable[[RaceProof], RaceProof]) -> None:
        """Replace every proof."""
        self.won = {number: new(won) for number, won in self.won.items()}
        self.trivial = {goal: new(won) for goal, won in self.trivial.items()}
        self.conditional = {one: new(won) for one, won in self.conditional.items()}

    def left_open(self, goal: Goal, reason: Reason) -> None:
        self.reasons[goal] = reason

    def missing(self, goal: Goal) -> Reason | None:
        """The unsupported code that the goal is about, if any, as a reason."""
        found = self.gaps.get(goal)
        return None if found is None else Reason(ReasonKind.UNSUPPORTED, NOT_UNREACHED + found)

    def all_left_open(self, reason: Reason) -> None:
        """Set the reason of open goals without one."""
        for goal in self.open():
            self.reasons.setdefault(goal, reason)

    def refute(self, found: ReplayResult) -> None:
        """Record a confirmed counterexample; its goal may be new."""
        assert found.counterexample is not None
        with self.lock:
            goal = self._violated_goal(found.counterexample)
            self.asked.setdefault(goal, ())
            self.refuted[goal] = found
        self.on_decided(self.answer(goal))

    def expect(self, subject: InstrumentedProgram) -> None:
        """Take the goals from the text of a program with unsupported code."""
        for site in subject.goals() if subject.task.assertions else ():
            self.asked.setdefault(Goal(GoalKind.ASSERTION, site.where), ())
        for goal in self.beside(subject):
            if goal.kind in (GoalKind.POINTER, GoalKind.BOUNDS, GoalKind.MEMORY_LEAK):
                self.asked.setdefault(goal, ())

    def beside(self, subject: InstrumentedProgram) -> list[Goal]:
        """Goals of the text on lines without another goal of their kind.

        Unsupported code may violate them, and a run shows it.
        """
        covered = {(one.kind, one.where.file, one.where.line) for one in self.asked if self.asked[one]}
        found = (Goal(kind, where, text) for kind, where, text in subject.fallible)
        return [goal for goal in found if (goal.kind, goal.where.file, goal.where.line) not in covered]

    def _violated_goal(self, example: Counterexample) -> Goal:
        """The goal at the counterexample's assertion or violation; one about unsupported code only if there is no
        other."""
        places = (example.assertion.where, example.target.where)
        asked = [goal for goal in self.asked if goal.kind is example.assertion.kind]
        same = sorted((goal for where in places for goal in asked if goal.where == where), key=self.gaps.__contains__)
        lines = [(where.file, where.line) for where in places]
        near = (goal for line in lines for goal in asked if (goal.where.file, goal.where.line) == line)
        if self.gaps:  # goals behind a gap are not among those asked
            near = (goal for goal in near if not self.is_proved(goal))
        text = "" if example.assertion.kind is GoalKind.ASSERTION else example.assertion.text
        return next(iter(same), None) or next(near, None) or Goal(example.assertion.kind, places[0], text)

    # ------------------------------------------------------------------------------------------------------- queries

    def is_proved(self, goal: Goal) -> bool:
        numbers = self.asked[goal]
        return goal in self.trivial or (bool(numbers) and all(number in self.won for number in numbers))

    def is_conditional(self, goal: Goal) -> bool:
        """Is it proved under conditions only?"""
        numbers, known = self.asked[goal], self.won.keys() | self.conditional.keys()
        return not self.is_proved(goal) and (goal in self.conditional or (bool(numbers) and known >= {*numbers}))

    def is_open(self, goal: Goal) -> bool:
        return goal not in self.refuted and not self.is_proved(goal)

    def known(self, program: Program) -> frozenset[int]:
        """The proved assertions of a program."""
        return frozenset(one.number for one in assertions(program) if self.is_proved(one.goal))

    def serves(self, one: Assert) -> bool:
        """Is it open, or a proved assertion of the user? Such assertions give candidates for other proofs."""
        return self.is_open(one.goal) or (one.kind is GoalKind.ASSERTION and self.is_proved(one.goal))

    def ends_runs(self, one: Assert) -> bool:
        """Did a run violate it and end there?

        Code after an assertion is reached only without a violation; after a violated check, behaviour is undefined.
        """
        return one.kind is GoalKind.ASSERTION and one.goal in self.refuted and one.goal not in self.gaps

    def open(self) -> list[Goal]:
        return [goal for goal in tuple(self.asked) if self.is_open(goal)]

    def undecided(self) -> list[Goal]:
        """The goals that are open, or whose proof depends on unsupported code."""
        return [goal for goal in tuple(self.asked) if goal not in self.refuted and not self.proofs(goal)]

    def has_checks(self) -> bool:
        return any(goal.kind is not GoalKind.ASSERTION for goal in tuple(self.asked))

    def open_checks(self) -> list[Goal]:
        return [goal for goal in self.open() if goal.kind is not GoalKind.ASSERTION]

    def decided(self) -> bool:
        """Does every goal have a verdict other than UNKNOWN?"""
        with self.lock:
            known = list(self.asked)
        return bool(known) and all(self.answer(goal).verdict is not Verdict.UNKNOWN for goal in known)

    def proofs(self, goal: Goal) -> list[list[CheckedQuery]]:
        """The runs of the goal's proof; none while unsupported code may be reached."""
        counts = (self.is_proved(goal) or self.is_conditional(goal)) and self._gap(goal) is None
        return [won.pieces for won in self._wins(goal)] if counts else []

    def _gap(self, goal: Goal) -> Goal | None:
        """The first place with unsupported code that is not proved unreachable, and that may run before the goal."""
        before = (one for one in self.gaps if goal.where not in self.earlier[one])
        return min((one for one in before if not self.is_proved(one)), key=lambda one: one.where, default=None)

    def _wins(self, goal: Goal) -> Iterator[RaceProof]:
        if goal in self.trivial:
            yield self.trivial[goal]
        elif goal in self.conditional and not self.is_proved(goal):
            yield self.conditional[goal]
        else:
            found = (self.won.get(number) or self.conditional.get(number) for number in self.asked[goal])
            yield from filter(None, found)

    def strategies(self, goals: Iterable[Goal]) -> str:
        """The strategies that proved these goals, without repetition."""
        return ", ".join(dict.fromkeys(won.strategy for goal in goals for won in self._wins(goal)))

    # ------------------------------------------------------------------------------------------------------- answers

    def answers(self, validation: Validation | None = None) -> tuple[GoalAnswer, ...]:
        return tuple(self.answer(goal, validation) for goal in sorted(self.asked, key=lambda goal: goal.where))

    def answer(self, goal: Goal, validation: Validation | None = None) -> GoalAnswer:
        """The result for a goal; `conclude` decides it."""
        proofs, found = self.proofs(goal), self.refuted.get(goal)
        replay = None if found is None else found.replay
        given = (*self.conditions, *self._violable(goal)) if proofs else ()
        conclusion = conclude(proofs, replay, self.overflow, validation, given)
        match conclusion.verdict:
            case Verdict.TRUE:
                return GoalAnswer(goal, Verdict.TRUE, self.strategies((goal,)), conditions=conclusion.conditions)
            case Verdict.FALSE:
                assert found is not None and found.counterexample is not None
                example = found.counterexample
                return GoalAnswer(goal, Verdict.FALSE, example.strategy, None, example)
            case Verdict.UNKNOWN:
                reason = conclusion.reason if proofs else self.reasons.get(goal) or self._waits_for(goal)
                return GoalAnswer(goal, Verdict.UNKNOWN, "", reason or self.untried)

    def _violable(self, goal: Goal) -> Iterator[VerdictCondition]:
        """The checks that a run may violate, as conditions of an assertion: after a violation, behaviour is undefined.
        """
        checks = [one for one in tuple(self.asked) if one.kind is not GoalKind.ASSERTION and one.kind.ends_run]
        if goal.kind is GoalKind.ASSERTION:
            yield from (unproved(one) for one in checks if not self.is_proved(one) or self._gap(one) is not None)

    def _waits_for(self, goal: Goal) -> Reason | None:
        gap = self._gap(goal) if self.is_proved(goal) else None
        return None if gap is None else Reason(ReasonKind.UNSUPPORTED, GAP_LEFT, gap.where)
