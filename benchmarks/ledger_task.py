"""One task of a ledger: decided in a separate process under a limit of work, with its records."""

from __future__ import annotations

import json
import os
import re
import signal
import traceback
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import ledger_tasks
import work_clock

from veriabs import strategies
from veriabs.annotate.proof import add_certificate
from veriabs.core import components
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.events import Event, ProgramRead, StrategyEnded
from veriabs.core.program import Program
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import Answer, GoalAnswer, Report, Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.verdict import overall
from veriabs.replay.search import InputSearch
from veriabs.solvers import output
from veriabs.solvers.driver import Cbmc
from veriabs.solvers.process import ProcessResult
from veriabs.verify import api, refute
from veriabs.verify.options import Options

Record = dict[str, Any]

WHOLE = "*"
"""The goal of the record about the whole task."""

CONDITIONAL = "TRUE if"
"""The verdict of a proof that has conditions: of a program that violates them it says nothing."""

_STATISTICS = ("--verbosity", "8")
_SIZE = re.compile(r"^(\d+) variables, (\d+) clauses$", re.MULTILINE)
_LATE = (ReasonKind.BUDGET, ReasonKind.TIMEOUT)


class Meter:
    """Watches a verification: answers of strategies, sizes of formulas by their program, and inputs that were tried."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.sizes: dict[str, int] = {}
        self.searches: list[InputSearch] = []
        self.program: Program | None = None
        parse, search = output.parse, InputSearch

        def parsed(finished: ProcessResult, purpose: str, *others: Any) -> Run:
            run = parse(finished, purpose, *others)
            found = _SIZE.findall(finished.stdout)
            if found and run.outcome is Outcome.SUCCESS:
                self.sizes[purpose] = sum(int(variables) + int(clauses) for variables, clauses in found)
            return run

        def searched(*given: Any) -> InputSearch:
            self.searches.append(search(*given))
            return self.searches[-1]

        setattr(output, "parse", parsed)  # noqa: B010
        setattr(refute, "Search", searched)  # noqa: B010

    def hear(self, event: Event) -> None:
        match event:
            case StrategyEnded(answer):
                self.answers.append(answer)
            case ProgramRead(program):
                self.program = program
            case _:
                pass

    def winner(self, goal: GoalAnswer) -> Answer | None:
        """The answer of the strategy that proved a goal; the name may contain the derived program in parentheses."""
        names = goal.strategy.split(" (")[0]
        return next(
            (
                one
                for one in self.answers
                if (one.assertion, one.kind) == (goal.goal.where, goal.goal.kind)
                and one.verdict is goal.verdict
                and one.strategy == names
            ),
            None,
        )


def run(entry: ledger_tasks.Entry, cbmc: Cbmc, work: float, options: Mapping[str, Any], told: Connection) -> None:
    """Decides a task within `work` seconds of work, and sends its records; runs in a process of its own."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    clock = work_clock.install()
    if options["without"]:
        os.environ[components.VARIABLE] = ",".join(options["without"])
        strategies.default.cache_clear()
    try:
        told.send(_decided(entry, cbmc, work, options, clock))
    except VeriabsError as error:
        reason = f"{type(error).__name__}: {error}".replace(str(entry.path), entry.name)
        told.send([whole(entry, "ERROR", clock(), reason=reason)])
    except Exception:
        told.send([whole(entry, "CRASH", clock(), reason=traceback.format_exc().strip().splitlines()[-1])])
    told.close()


def _decided(
    entry: ledger_tasks.Entry, cbmc: Cbmc, work: float, options: Mapping[str, Any], clock: work_clock.WorkClock
) -> list[Record]:
    meter, seen = Meter(), components.watch()
    counting = replace(cbmc, command=(*cbmc.command, *_STATISTICS))
    chosen = Options(timeout=work, jobs=1, strategies=strategies.default(), check_proof=True)
    report = api.verify(entry.task(), chosen, meter.hear, deadline=Deadline(work), cbmc=counting)
    total = clock()
    checked = ""
    if options["certificates"] and report.verdict is Verdict.TRUE and meter.program is not None:
        program = meter.program
        report = add_certificate(report, chosen, Deadline(work), lambda _, __: program)
        checked = re.split(r"[ ,:]", report.checked)[0].lower()
    wrong = _wrong_places(entry, report.goals)
    goals = [dict(_goal(entry, answer, meter, wrong)) for answer in report.goals]
    known = {f"strategy {name}" for answer in report.goals for name in strategies_in(answer.strategy)}
    own = whole(
        entry,
        _word(report),
        total,
        reason="" if report.reason is None else report.reason.kind.value,
        assumptions=len(report.conditions),
        certificate=checked,
        late=_is_late(report),
        inputs=sum(search.seed for search in meter.searches),
        runs=len(report.runs),
        components=sorted(seen | known),
        wrong=_is_wrong(entry, report, goals),
    )
    return [own, *goals]


def strategies_in(strategy: str) -> set[str]:
    """The strategies behind a proof: `lockstep (closed_forms on the lockstep program)` has two."""
    return set(re.findall(r"\w+", strategy)) & set(strategies.names())


def _wrong_places(entry: ledger_tasks.Entry, answers: Sequence[GoalAnswer]) -> set[tuple[int, str]]:
    """The lines and kinds of goals that are not what the program says of all goals of that kind on the line."""
    found: dict[tuple[int, str], list[GoalAnswer]] = {}
    for one in answers:
        found.setdefault((one.goal.where.line, one.goal.kind.value), []).append(one)
    return {
        place
        for place, some in found.items()
        if not any(map(_is_conditional, some)) and entry.contradicts(*place, overall(some).value)
    }


def _is_conditional(found: Report | GoalAnswer) -> bool:
    return found.verdict is Verdict.TRUE and bool(found.conditions)


def _word(found: Report | GoalAnswer) -> str:
    return CONDITIONAL if _is_conditional(found) else found.verdict.value


def _goal(
    entry: ledger_tasks.Entry, answer: GoalAnswer, meter: Meter, wrong: set[tuple[int, str]]
) -> Iterator[tuple[str, Any]]:
    where, verdict = answer.goal.where, _word(answer)
    yield from {"task": entry.name, "goal": f"{where.line}:{where.column} {answer.goal.kind.value}"}.items()
    yield "verdict", verdict
    if answer.strategy:
        yield "strategy", answer.strategy
    won = meter.winner(answer)
    if won is not None:
        yield "work", round(won.worked, 2)
        if size := meter.sizes.get(won.how):
            yield "size", size
    if answer.reason is not None:
        yield "reason", answer.reason.kind.value
    if (where.line, answer.goal.kind.value) in wrong:
        yield "wrong", True


def whole(entry: ledger_tasks.Entry, verdict: str, work: float, **more: Any) -> Record:
    """The record of the whole task; what says nothing is left out."""
    found = {"task": entry.name, "goal": WHOLE, "family": entry.family, "verdict": verdict, "work": round(work, 2)}
    return found | {name: value for name, value in more.items() if value}


def _is_late(report: Report) -> bool:
    """Did the limit end it, of one goal at least?"""
    return any(answer.reason is not None and answer.reason.kind in _LATE for answer in report.goals)


def _is_wrong(entry: ledger_tasks.Entry, report: Report, goals: list[Record]) -> bool:
    return any("wrong" in goal for goal in goals) or (_word(report) == "TRUE" and entry.safe is False)


def line(record: Record) -> str:
    return json.dumps(record, separators=(",", ":"))


def preload() -> None:
    """Loads what proves in front of the first task: processes that decide tasks begin as copies of this one."""
    api.load()
    for folder in ("strategies", "invariants", "loops", "frontend"):
        for path in sorted((Path(api.__file__).parent.parent / folder).rglob("[a-z]*.py")):
            parts = path.relative_to(Path(api.__file__).parent.parent.parent).with_suffix("").parts
            __import__(".".join(parts))
