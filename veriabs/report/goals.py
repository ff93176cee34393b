"""Print the result for each goal: its kind and place, the values of a counterexample, and the next step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from veriabs.core.conditions import VerdictCondition, clauses
from veriabs.core.goals import GoalKind
from veriabs.core.precondition import acsl
from veriabs.core.results import Answer, GoalAnswer, Report, Verdict
from veriabs.report.excerpts import Excerpts
from veriabs.report.reasons import describe, hint_of, is_late

_MOST_HELD = 10
_MOST_ALIKE = 5
"""The number of goals that are listed: of proved ones, and of open ones with the same reason; further ones are
counted."""

_FAILS, _LATE = ("fails", "fail"), ("ran out of time", "ran out of time")
_OPEN, _HOLDS = ("is open", "are open"), ("holds", "hold")
_WORDS = {_FAILS: "fails", _LATE: "time", _OPEN: "open", _HOLDS: "holds"}
_INDENT = " " * 9


def goals_text(goals: Sequence[GoalAnswer]) -> str:
    """`2 goals fail, 1 is open, 5 hold`."""
    counts = Counter(map(_status, goals))
    counted = [(counts[one], one[0] if counts[one] == 1 else one[1]) for one in _WORDS if counts[one]]
    noun = "goal" if counted and counted[0][0] == 1 else "goals"
    return ", ".join(
        f"{n:,} {noun} {word}" if first == 0 else f"{n:,} {word}" for first, (n, word) in enumerate(counted)
    )


def goal_lines(report: Report, *, explained: bool = False) -> list[str]:
    """The lines for all goals; many proved goals, or open ones with the same reason, are counted unless `explained`."""
    lister, seen = _Lister(report, explained, Excerpts(report.task)), Counter[object]()
    held = sum(one.verdict is Verdict.TRUE for one in report.goals)
    lines: list[str] = []
    more: Counter[str] = Counter()
    for one in report.goals:
        alike = one.reason and (one.reason.text, one.reason.hint)
        seen[alike] += 1
        if explained or one.verdict is Verdict.FALSE:
            lines += lister.lines(one)
        elif (held > _MOST_HELD) if one.verdict is Verdict.TRUE else seen[alike] > _MOST_ALIKE:
            more[_WORDS[_status(one)]] += 1
        else:
            lines += lister.lines(one)
    for word, count in more.items():
        counted = f"{count:,} goal{'s' * (count != 1)}" if word == _WORDS[_HOLDS] else f"{count:,} more, as above"
        lines.append(f"  {word:<6} {counted}")
    return lines


def answer_line(answer: Answer) -> str:
    """` pruning: proved, cutoff 3 0.12 s`: the answer of one strategy about one assertion."""
    match answer.verdict:
        case Verdict.TRUE:
            found = f"proved{f', {answer.how}' if answer.how else ''}"
        case Verdict.FALSE:
            found = "refuted"
        case Verdict.UNKNOWN:
            found = f"no answer, {answer.reason}"
    return f"  {answer.strategy}: {found}  {answer.seconds:.2f} s"


def answers_about(report: Report, answer: GoalAnswer) -> list[Answer]:
    """The answers of strategies about a goal."""
    goal = answer.goal
    return [one for one in report.answers if (one.assertion, one.kind) == (goal.where, goal.kind)]


def extra_conditions(report: Report, answer: GoalAnswer) -> tuple[VerdictCondition, ...]:
    """The conditions of a goal that are not conditions of every goal."""
    proved = [one for one in report.goals if one.verdict is Verdict.TRUE]
    common = [one for one in report.conditions if all(one in other.conditions for other in proved)]
    return tuple(one for one in answer.conditions if one not in common)


def _status(answer: GoalAnswer) -> tuple[str, str]:
    """The words for one and for several goals; expired time has its own words."""
    match answer.verdict:
        case Verdict.TRUE:
            return _HOLDS
        case Verdict.FALSE:
            return _FAILS
        case Verdict.UNKNOWN:
            return _LATE if is_late(answer.reason) else _OPEN


class _Lister(Struct):
    """The goals of one report in order; the same next step is not printed twice in a row."""

    report: Report
    explained: bool
    excerpts: Excerpts
    hint: str = ""

    def lines(self, answer: GoalAnswer) -> Iterator[str]:
        where = answer.goal.where
        yield f"  {_WORDS[_status(answer)]:<6} {self.excerpts.named(where)}  {answer.goal.name}{self._detail(answer)}"
        if answer.verdict is not Verdict.TRUE:
            yield from (f"{_INDENT}  {line}" for line in self.excerpts.lines(where))
        yield from (f"{_INDENT}{line}" for line in self._values(answer))
        if answer.reason is not None:
            yield from self._next_step(answer)
        if self.explained:
            yield from (f"{_INDENT}{answer_line(one).strip()}" for one in answers_about(self.report, answer))

    def _detail(self, answer: GoalAnswer) -> str:
        example = answer.counterexample
        if example is not None and example.detail:
            return f": {' '.join(example.detail.split())}"
        if answer.reason is not None:
            text = str(answer.reason) if self.explained else describe(answer.reason)
            return f"  {text.removesuffix(f' at {answer.goal.where}')}"
        own = extra_conditions(self.report, answer)
        return f"  {', '.join(filter(None, (answer.strategy, f'if {clauses(own)}' if own else '')))}"

    def _values(self, answer: GoalAnswer) -> list[str]:
        """The inputs of a counterexample, and the values that its assertion read."""
        if answer.counterexample is None:
            return []
        from veriabs.report.counterexample import failure_text, trace_of  # imported late: a proof does not need it

        failure = failure_text(answer.counterexample)
        shown = answer.goal.kind is GoalKind.ASSERTION
        return [line for line in trace_of(answer.counterexample, self.excerpts) if shown or line != failure]

    def _next_step(self, answer: GoalAnswer) -> Iterator[str]:
        assert answer.reason is not None
        hint = hint_of(answer.reason, str(self.report.task.path), answer.goal, self.report.task.entry.function)
        if hint != self.hint:
            yield f"{_INDENT}try: {hint}"
        self.hint = hint


def contract_lines(report: Report) -> list[str]:
    """The inferred precondition of the function, as one ACSL comment."""
    needs = report.task.entry.needs
    return [f"/*@ {' '.join(acsl(needs))} */ {report.task.entry.function}"] if needs else []
