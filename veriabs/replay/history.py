"""Repeat a counterexample's run to record the last iterations of the loops around its error, for reports."""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.counterexample import (
    Candidate,
    Counterexample,
    InstrumentedProgram,
    Iterations,
    IterationValues,
    LoopSites,
    Operand,
    OperandSite,
    RecordingProgram,
)
from veriabs.core.evaluate import wrap
from veriabs.core.goals import GoalKind
from veriabs.core.types import ULLONG
from veriabs.replay.search import ROWS, InputSearch, ViolatingRun

_MOST_COLUMNS = 6
_MOST_LOOPS = 4
_NAME = re.compile(r"[A-Za-z_]\w*")
_INDEX = re.compile(r"\[(-?\d+)\]")


def with_history(
    example: Counterexample,
    program: RecordingProgram,
    folder: Path,
    seconds: float,
    stop: threading.Event | None = None,
) -> Counterexample:
    """Add iterations of the loops around the error; returns the counterexample unchanged if that fails."""
    past = _HistoryRun(example, program)
    with tempfile.TemporaryDirectory(dir=folder, prefix="history-") as name:
        search = InputSearch(past.subject, Path(name), stop, loops=tuple(past.layout()), thorough=True)
        if not program.loops or not search.build(seconds):
            return example
        values = {given.site.number: given.spans for given in example.inputs}
        hit = search.run((Candidate("history", values),), 0, seconds, seconds, seconds)
    if hit is None or not past.is_same(hit):
        return example
    return replace(example, history=tuple(past.iterations(hit)))


class _HistoryRun(Struct):
    """The recording run of a counterexample; `program` has the same sites as the counterexample."""

    example: Counterexample
    program: RecordingProgram

    @property
    def subject(self) -> InstrumentedProgram:
        """The program with storage for recorded iterations, and with the violation of the counterexample."""
        known, target = self.program.subject, self.example.target
        seen = list(known.seen)
        for loop in self.program.loops:
            seen += [replace(known.seen[0], number=len(seen) + n) for n in range(self._rows(loop))] if seen else []
        errors = known.errors
        if target.kind is not GoalKind.ASSERTION:
            errors = (*errors, replace(target, number=len(errors)))
        return replace(known, seen=tuple(seen), errors=errors)

    def is_same(self, hit: ViolatingRun) -> bool:
        """Whether the run reached the same violation."""
        reached, target = self.subject.errors[hit.error], self.example.target
        return (reached.kind, reached.where, reached.text) == (target.kind, target.where, target.text)

    # ----------------------------------------------------------------------------------------------------- the program

    def layout(self) -> Iterator[dict[str, object]]:
        """The loops by number, for the template."""
        for loop in sorted(self.program.loops, key=lambda one: one.number):
            yield {
                "number": loop.number,
                "first": loop.first,
                "count": loop.last - loop.first,
                "base": self._base(loop),
                "kept": " || ".join(self._conditions(loop)),
            }

    def _rows(self, loop: LoopSites) -> int:
        return 2 + (ROWS + 1) * (loop.last - loop.first)

    def _base(self, loop: LoopSites) -> int:
        before = self.program.loops[: self.program.loops.index(loop)]
        return len(self.program.subject.seen) + sum(map(self._rows, before))

    def _conditions(self, loop: LoopSites) -> Iterator[str]:
        """Conditions, in C, under which an iteration accesses a cell that the assertion read."""
        for site, indices in self._cells(loop):
            tests = (f"operands[{n}] == {value}ULL" for n, value in zip(site.indices, indices, strict=True))
            yield f"(known[{site.number}] && {' && '.join(tests)})"

    def _cells(self, loop: LoopSites) -> Iterator[tuple[OperandSite, list[int]]]:
        for site in self.program.subject.seen[loop.first : loop.last]:
            for operand in self.example.operands:
                indices = [wrap(int(one), ULLONG) for one in _INDEX.findall(operand.cell)]
                if site.indices and len(indices) == len(site.indices) and _stem(site.text) == _stem(operand.text):
                    yield site, indices

    # -------------------------------------------------------------------------------------------------------- the rows

    def iterations(self, hit: ViolatingRun) -> Iterator[Iterations]:
        """Iterations of the loops around the error, and of those that set a cell which it read, in textual order."""
        loops = sorted(self.program.loops, key=lambda one: one.number)
        found = [table for loop in loops if (table := self._table(loop, hit)) is not None]
        return iter(found[-_MOST_LOOPS:])

    def _table(self, loop: LoopSites, hit: ViolatingRun) -> Iterations | None:
        base, count = self._base(loop), loop.last - loop.first
        begun = hit.operands.get(base, 0)
        if loop.has(self.example.assertion.where):
            places = [(done, base + 2 + done % ROWS * count) for done in range(max(1, begun - ROWS), begun)]
            rows, about = [*places, (begun, loop.first)], ""
        else:
            kept, about = hit.operands.get(base + 1, 0), self._array_names(loop)
            now = any(self._accesses(site, indices, hit) for site, indices in self._cells(loop))
            rows = [(begun, loop.first)] if now else [(kept, base + 2 + ROWS * count)] if kept else []
        columns = self._columns(loop)
        if not begun or not rows or not columns:
            return None
        made = tuple(
            IterationValues(done, tuple(self._cell(sites, loop, at, hit) for sites in columns)) for done, at in rows
        )
        return Iterations(loop.where, tuple(sites[0].text for sites in columns), made, about)

    def _array_names(self, loop: LoopSites) -> str:
        stems = {_stem(site.text) for site, _ in self._cells(loop)}
        return ", ".join(dict.fromkeys(one.cell for one in self.example.operands if _stem(one.text) in stems))

    def _accesses(self, site: OperandSite, indices: Sequence[int], hit: ViolatingRun) -> bool:
        given = [wrap(hit.operands.get(number, 0), ULLONG) for number in site.indices]
        return site.number in hit.operands and given == list(indices)

    def _columns(self, loop: LoopSites) -> list[list[OperandSite]]:
        """The sites of each text, counters first; loops inside have columns of their own."""
        inner = [one for one in self.program.loops if loop.first <= one.first and one.last <= loop.last and one != loop]
        own = [n for n in range(loop.first, loop.last) if not any(one.first <= n < one.last for one in inner)]
        seen, indices = self.program.subject.seen, {n for site in self.program.subject.seen for n in site.indices}
        found: dict[str, list[OperandSite]] = {seen[n].text: [seen[n]] for n in loop.heads}
        for site in (seen[n] for n in own if n not in loop.heads):
            if site.number not in indices or _NAME.fullmatch(site.text):
                heads = site.text in found and found[site.text][0].number in loop.heads
                if not heads:
                    found.setdefault(site.text, []).append(site)
        return list(found.values())[:_MOST_COLUMNS]

    def _cell(self, sites: Sequence[OperandSite], loop: LoopSites, at: int, hit: ViolatingRun) -> Operand | None:
        """The last value of a text in the recorded iteration."""
        known = [site for site in sites if at + site.number - loop.first in hit.operands]
        if not known:
            return None
        site = known[-1]
        return Operand(site.text, site.text, hit.operands[at + site.number - loop.first], site.type)


def _stem(text: str) -> str:
    """The text without its subscripts: `s[].x` for `s[i].x`."""
    return re.sub(r"\[[^\[\]]*\]", "[]", text)
