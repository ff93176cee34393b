"""`verify`, `shrink` and `loops` with `--all-functions`: take each function of a file as the entry, in turn."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct, field

from veriabs.cli.analysis import decided, functions_in, loop_facts, send_facts, supervised, task_by_name
from veriabs.cli.task_options import reading_of
from veriabs.cli.terminal import Terminal
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, NothingToShowError, UnsupportedError, VeriabsError
from veriabs.core.precondition import Precondition
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task
from veriabs.core.verdict import overall
from veriabs.report.functions import function_factors, function_lines, is_late, merge, total_lines
from veriabs.solvers.supervise import Notify

if TYPE_CHECKING:
    from veriabs.frontend.entry import ParsedSource

_ROUNDS = 4
"""The number of times that a function is tried at most."""

_REFUSED_SHARE = 0.25
"""The share of its time for which a function with unsupported code is searched for counterexamples."""

_MORE = 2.0
"""A function that ran out of time is tried again with at least this multiple of its time."""


def each_function(chosen: Namespace, terminal: Terminal) -> Report:
    """One report with the verdicts of all functions of a file, each as the entry.

    Each function has its share of the time; unused time goes to functions that need more.
    """
    from veriabs.verify import api

    deadline = Deadline(reading_of(chosen).timeout, chosen.started)
    task, text, signatures = supervised(functions_in, chosen, terminal)
    parameters = {name: one.parameters for name, one in signatures.items()}
    arrays = _arrays_by_function(chosen.arrays or (), parameters)
    api.installed()
    api.load()  # once for the processes of all functions
    each = _FunctionRuns(chosen, terminal, deadline, _source(text, task), arrays)
    each.rounds(_callees_first(list(signatures), each.source))
    places = {name: one.where for name, one in signatures.items()}
    found = {name: each.reports[name] for name in signatures if name in each.reports}
    if not each.is_explained and chosen.verb == "verify":
        terminal.say(*total_lines(found))
    return replace(merge(task_by_name(chosen), found, places), seconds=deadline.used())


def each_listing(chosen: Namespace, terminal: Terminal) -> None:
    """`loops`: print the facts about the loops of every function of a file."""
    supervised(_list, chosen, terminal)


def _list(chosen: Namespace, deadline: Deadline, notify: Notify) -> None:
    _, _, signatures = functions_in(chosen, deadline, notify)
    arrays = _arrays_by_function(chosen.arrays or (), {name: one.parameters for name, one in signatures.items()})
    facts = (one for name in signatures for one in _facts(name, arrays[name], chosen, deadline))
    send_facts(chosen, facts, notify)


def _facts(name: str, arrays: list[str], chosen: Namespace, deadline: Deadline) -> Iterator[object]:
    """The facts about the loops of one function; a function with unsupported code has its error instead."""
    if not chosen.json:
        yield f"{name}:"
    try:
        yield from loop_facts(Namespace(**{**vars(chosen), "function": name, "arrays": arrays}), deadline)
    except (InputError, UnsupportedError) as error:
        yield {"function": name, "error": str(error)} if chosen.json else f"  {error}"


class _FunctionRuns(Struct):
    """Decides all functions of one file, and collects their reports.

    `arrays` are the options --array by function, `last_share` the seconds of each function in its last try.
    """

    chosen: Namespace
    terminal: Terminal
    deadline: Deadline
    source: ParsedSource | None
    arrays: dict[str, list[str]]
    reports: dict[str, Report] = field(default_factory=dict)
    last_share: dict[str, float] = field(default_factory=dict)

    @property
    def is_explained(self) -> bool:
        return bool(getattr(self.chosen, "explain", False))

    def rounds(self, names: list[str]) -> None:
        """Decide all functions, then again those that ran out of time, while there is time."""
        for _ in range(_ROUNDS):
            for number, name in enumerate(names):
                share = max(0.1, self.deadline.left() / (len(names) - number))
                if share >= _MORE * self.last_share.get(name, 0.0):
                    self._decide(name, share)
            late = [name for name in names if name in self.reports and is_late(self.reports[name])]
            names = sorted(late, key=lambda name: self.last_share[name])
            while names and self.deadline.left() / len(names) < _MORE * self.last_share[names[-1]]:
                self._print(names.pop())
            if not names:
                return
        for name in names:
            self._print(name)

    def _needs(self) -> dict[str, Precondition]:
        """The inferred preconditions of the proved functions, which their callers have to satisfy."""
        proved = {name: one.task.entry.needs for name, one in self.reports.items() if one.is_conditional}
        return {name: needs for name, needs in proved.items() if needs}

    def _decide(self, name: str, share: float) -> None:
        own = {"function": name, "arrays": self.arrays[name], "timeout": share, "started": time.monotonic()}
        own |= {"refused_share": _REFUSED_SHARE, "called": self._needs()}
        one = Namespace(**{**vars(self.chosen), **own})
        self.last_share[name] = share
        try:
            found = decided(one, self.terminal, self.source if name != "main" else None, is_quiet=not self.is_explained)
        except NothingToShowError:
            self.terminal.say(f"  -      {name}: nothing to prove")
            return
        except InputError as error:
            reason = Reason(ReasonKind.UNSUPPORTED, str(error))
            found = Report(task_by_name(one), Verdict.UNKNOWN, "", reason, (), (), 0.0, 0.0, "")
        self.reports[name] = _merge_reports(self.reports[name], found) if name in self.reports else found
        if not is_late(self.reports[name]):
            self._print(name)

    def _print(self, name: str) -> None:
        if not self.is_explained:
            report = self.reports[name]
            lines = function_lines(name, report) if self.chosen.verb == "verify" else function_factors(name, report)
            self.terminal.say(*lines)


def _merge_reports(before: Report, found: Report) -> Report:
    """The second report of a function, with goals that only the first decided; a violation stays a violation."""
    known = {one.goal: one for one in found.goals}
    known |= {one.goal: one for one in before.goals if _is_improved(one, known.get(one.goal))}
    answers = tuple(sorted(known.values(), key=lambda one: one.goal.where))
    failed = next((one for one in answers if one.verdict is Verdict.FALSE), None)
    verdict = overall(answers) if answers else found.verdict
    return replace(
        found,
        verdict=verdict,
        strategy=failed.strategy if failed else found.strategy,
        reason=found.reason if verdict is Verdict.UNKNOWN else None,
        counterexample=failed.counterexample if failed else None,
        goals=answers,
    )


def _is_improved(before: GoalAnswer, found: GoalAnswer | None) -> bool:
    if found is None or before.verdict is Verdict.FALSE:
        return True
    return found.verdict is Verdict.UNKNOWN and before.verdict is not Verdict.UNKNOWN


def _callees_first(names: list[str], source: ParsedSource | None) -> list[str]:
    """Order the functions so that each comes after those that it calls."""
    if source is None:
        return names
    from veriabs.frontend.survey import called_names

    found = dict[str, None]()

    def visit(name: str, callers: tuple[str, ...]) -> None:
        if name in found or name in callers or name not in source.functions:
            return
        for callee in sorted(called_names(source.functions[name].body)):
            visit(callee, (*callers, name))
        found[name] = None

    for name in names:
        visit(name, ())
    return [*(name for name in found if name in names), *(name for name in names if name not in found)]


def _parameter(array: str) -> str:
    """The parameter in `--array p:n` or `--array p->q:n`."""
    return array.partition(":")[0].partition("->")[0]


def _arrays_by_function(arrays: Sequence[str], parameters: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """The `--array` options of each function, by its parameters; raises InputError for one that no function has."""
    for one in arrays:
        name = _parameter(one)
        if not any(name in own for function, own in parameters.items() if function != "main"):
            raise InputError(f"--array {name}: no function has a parameter {name} of unknown size")
    return {
        function: [one for one in arrays if function != "main" and _parameter(one) in own]
        for function, own in parameters.items()
    }


def _source(text: str, task: Task) -> ParsedSource | None:
    """The preprocessed text that the processes of all functions share."""
    from veriabs.frontend.entry import ParsedSource

    with suppress(VeriabsError, OSError):  # each of them then reports the error
        return ParsedSource.of(text, task)
    return None
