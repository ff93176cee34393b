"""`verify --all-functions`: each function of a file as the entry, one after the other."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct, field

from veriabs.cli.deciding import decided, load, named, supervised
from veriabs.cli.given import reading_of
from veriabs.cli.terminal import Terminal
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, NothingToShowError, VeriabsError
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task
from veriabs.core.verdict import overall
from veriabs.report.functions import function_lines, is_late, merged, total_lines
from veriabs.solvers.supervise import Tell

if TYPE_CHECKING:
    from veriabs.frontend.entry import Signature, Source

_ROUNDS = 4
"""How often a function is begun at most."""

_REFUSED_SHARE = 0.25
"""Part of its time in which a function that is not understood is searched for counterexamples."""

_MORE = 2.0
"""A function that was late is begun again where it gets that many times as long as before."""


def each_function(chosen: Namespace, terminal: Terminal) -> Report:
    """The verdicts of all functions of a file, each as the entry, in one report.

    Each has its share of the time; what those leave that are decided sooner is for those that were late.
    """
    from veriabs.verify import api

    deadline = Deadline(reading_of(chosen).timeout, chosen.started)
    task, text, signatures = supervised(_functions, chosen, terminal)
    if not signatures:
        raise InputError(f"{chosen.file}: no function with a body")
    parameters = {name: one.parameters for name, one in signatures.items()}
    arrays = _by_function(chosen.arrays or (), parameters)
    api.installed()
    api.load()  # once for the processes of all functions
    each = _Each(chosen, terminal, deadline, _source(text, task), arrays)
    each.rounds(list(signatures))
    places = {name: one.where for name, one in signatures.items()}
    found = {name: each.reports[name] for name in signatures if name in each.reports}
    if not each.is_explained:
        terminal.say(*total_lines(found))
    return replace(merged(named(chosen), found, places), seconds=deadline.used())


class _Each(Struct):
    """The functions of one file, and what became of them."""

    chosen: Namespace
    terminal: Terminal
    deadline: Deadline
    source: Source | None
    arrays: dict[str, list[str]]
    reports: dict[str, Report] = field(default_factory=dict)
    had: dict[str, float] = field(default_factory=dict)

    @property
    def is_explained(self) -> bool:
        return bool(getattr(self.chosen, "explain", False))

    def rounds(self, names: list[str]) -> None:
        """Decides all functions, and those again that are late while there is time for them."""
        for _ in range(_ROUNDS):
            for number, name in enumerate(names):
                share = max(0.1, self.deadline.left() / (len(names) - number))
                if share >= _MORE * self.had.get(name, 0.0):
                    self._decide(name, share)
            late = [name for name in names if name in self.reports and is_late(self.reports[name])]
            names = sorted(late, key=lambda name: self.had[name])
            while names and self.deadline.left() / len(names) < _MORE * self.had[names[-1]]:
                self._tell(names.pop())
            if not names:
                return
        for name in names:
            self._tell(name)

    def _decide(self, name: str, share: float) -> None:
        own = {"function": name, "arrays": self.arrays[name], "timeout": share, "started": time.monotonic()}
        own["refused_share"] = _REFUSED_SHARE
        one = Namespace(**{**vars(self.chosen), **own})
        self.had[name] = share
        try:
            found = decided(one, self.terminal, self.source if name != "main" else None, is_quiet=not self.is_explained)
        except NothingToShowError:
            self.terminal.say(f"  -      {name}: nothing to show")
            return
        except InputError as error:
            reason = Reason(ReasonKind.UNSUPPORTED, str(error))
            found = Report(named(one), Verdict.UNKNOWN, "", reason, (), (), 0.0, 0.0, "")
        self.reports[name] = _joined(self.reports[name], found) if name in self.reports else found
        if not is_late(self.reports[name]):
            self._tell(name)

    def _tell(self, name: str) -> None:
        if not self.is_explained:
            self.terminal.say(*function_lines(name, self.reports[name]))


def _joined(before: Report, found: Report) -> Report:
    """The second report of a function, with what only the first one has decided; what was seen to fail fails."""
    known = {one.goal: one for one in found.goals}
    known |= {one.goal: one for one in before.goals if _says_more(one, known.get(one.goal))}
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


def _says_more(before: GoalAnswer, found: GoalAnswer | None) -> bool:
    if found is None or before.verdict is Verdict.FALSE:
        return True
    return found.verdict is Verdict.UNKNOWN and before.verdict is not Verdict.UNKNOWN


def _by_function(arrays: Sequence[str], parameters: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """The `--array` of each function: those of its own parameters. One that no function has is an InputError."""
    for one in arrays:
        name = one.partition(":")[0]
        if not any(name in own for function, own in parameters.items() if function != "main"):
            raise InputError(f"--array {name}: no function has a parameter {name}")
    return {
        function: [one for one in arrays if function != "main" and one.partition(":")[0] in own]
        for function, own in parameters.items()
    }


def _source(text: str, task: Task) -> Source | None:
    """What the processes of all functions have in common, since they begin as copies of this one."""
    from veriabs.frontend.entry import Source

    with suppress(VeriabsError, OSError):  # each of them then says what is wrong
        return Source.of(text, task)
    return None


def _functions(chosen: Namespace, deadline: Deadline, tell: Tell) -> tuple[Task, str, dict[str, Signature]]:
    from veriabs.frontend.entry import functions_of
    from veriabs.frontend.preprocess import preprocess

    task = load(chosen, deadline)
    text = preprocess(task, deadline.left())
    return task, text, functions_of(text, task)
