"""The report of an analysis in another process; from the events received so far if it does not finish."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from veriabs.core.deadline import Deadline
from veriabs.core.errors import LostError, OutOfTimeError
from veriabs.core.events import GoalDecided, GoalsKnown, ProgramRefused, StrategyEnded, VerdictKnown
from veriabs.core.goals import Goal
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, GoalAnswer, Report
from veriabs.core.source import Task
from veriabs.core.verdict import partial_report
from veriabs.solvers.supervise import Notify, supervise


class EventCollector(Struct):
    """The events of a running analysis.

    - `report`: the final report. `refused`: why the program cannot be analysed. `cbmc`: the version of CBMC.
    - `asked`: the goals of the program. `goals`: those decided so far. `answers`: the answers of CBMC so far.
    """

    task: Task
    report: Report | None = None
    refused: Reason | None = None
    cbmc: str = ""
    answers: list[Answer] = field(default_factory=list)
    goals: list[GoalAnswer] = field(default_factory=list)
    asked: tuple[Goal, ...] = ()

    def on_event(self, message: object) -> None:
        match message:
            case StrategyEnded(answer):
                self.answers.append(answer)
            case GoalsKnown(asked):
                self.asked = asked
            case GoalDecided(judged):
                self.goals.append(judged)
            case VerdictKnown(report):
                self.report = report
            case ProgramRefused(reason):
                self.refused = reason
            case (Task() as task, str() as version):
                self.task, self.cbmc = task, version
            case _:
                pass

    def finish(self, analyse: Callable[[Deadline, Notify], Report], deadline: Deadline) -> Report:
        """Run the analysis to its report; if it ends early, to the present verdict, else UNKNOWN."""
        try:
            return supervise(analyse, deadline, self.on_event)
        except OutOfTimeError as error:
            return self.partial_report(Reason(ReasonKind.BUDGET, str(error)))
        except LostError as error:
            return self.partial_report(Reason(ReasonKind.CRASH, str(error)))

    def partial_report(self, reason: Reason) -> Report:
        """The present verdict, else UNKNOWN, because of unsupported code or because the analysis ended."""
        if self.report is not None:
            return self.report
        return partial_report(self.task, self.refused or reason, self.cbmc, self.answers, self.asked, self.goals)
