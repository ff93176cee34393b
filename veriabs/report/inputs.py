"""Describe the inputs of a counterexample in the user's words.

Internally visits of a site count from 0; the output calls the first one `call 1`, and the first cell `cell 0`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from veriabs.core.counterexample import Input, ScalarMember, Site, SiteKind, VisitRange
from veriabs.core.evaluate import wrap
from veriabs.core.source import WRITTEN
from veriabs.core.types import ULLONG, CType, FloatType
from veriabs.report.values import value_of, value_text

_MOST_INPUTS = 10
_MOST_RUNS = 5
_MOST_LISTED = 8
_MOST_SPANS = 1_000
_MOST_NAMED = 4
"""Cells of an array that are listed by index."""
_MOST_CELLS = 100_000
"""The number of cells in which members of one object are searched."""

class _Run(Struct, frozen=True):
    """Visits `first` to `last` of a site; `step` is 0 or the difference from each value to the next."""

    first: int
    last: int
    start: int
    step: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def is_zero(self) -> bool:
        return self.start == 0 and (self.step == 0 or self.count == 1)

    def pattern(self, index: int) -> int:
        return wrap(self.start + self.step * index, ULLONG)


def _runs(spans: Iterable[VisitRange], ctype: CType) -> list[_Run]:
    """All visits up to the last known one, as runs; equal values have the same pattern."""
    found: list[_Run] = []
    for span in sorted(spans, key=lambda span: span.first):
        if span.count < 1:
            continue
        following = found[-1].last + 1 if found else 0
        if span.first > following:
            _append(found, _Run(following, span.first - 1, 0, 0))
        # two different values form a ramp, but are not printed as a range
        for part in (span,) if span.count != 2 else _halves(span):
            step = part.step if part.count > 1 else 0
            _append(found, _Run(part.first, part.first + part.count - 1, _canonical(part.start, ctype), step))
    return found


def _halves(span: VisitRange) -> tuple[VisitRange, VisitRange]:
    return VisitRange(span.first, 1, span.start), VisitRange(span.first + 1, 1, span.start + span.step)


def _canonical(pattern: int, ctype: CType) -> int:
    if isinstance(ctype, FloatType):
        return wrap(pattern, ULLONG)
    return wrap(int(value_of(pattern, ctype)), ULLONG)


def _append(found: list[_Run], run: _Run) -> None:
    """Append a run, or extend the last one with it."""
    last = found[-1] if found else None
    if last and last.step == run.step == 0 and last.start == run.start and last.last + 1 == run.first:
        found[-1] = _Run(last.first, run.last, run.start, 0)
    else:
        found.append(run)


def input_name(site: Site) -> str:
    """`__VERIFIER_nondet_int() at line 12`, or the variable or memory with its line."""
    match site.kind:
        case SiteKind.CALL if site.library is not None:
            name = f"{site.library}()"
            if site.where.file == WRITTEN:
                return name
        case SiteKind.CALL:
            name = f"{site.name}()"
        case SiteKind.VARIABLE:
            name = site.name
        case SiteKind.MEMORY:
            name = f"{site.name}[]"
    return f"{name} at line {site.where.line}"


def input_text(given: Input) -> str:
    """All values of one site, as `5 at call 1, then 0`."""
    unit = "call" if given.site.kind is SiteKind.CALL else "cell"
    offset = 1 if given.site.kind is SiteKind.CALL else 0
    runs = _runs(given.spans[:_MOST_SPANS], given.site.type)
    listed = sum(run.count for run in runs)
    if len(given.spans) > _MOST_SPANS:
        return f"{_mixed_text(runs[:_MOST_RUNS], given.site.type, lambda run: _visits(run, unit, offset))}, and so on"
    if not runs:
        return "0"
    if len(runs) == 1:
        return _constant_text(runs[0], given.site.type)
    if listed <= _MOST_LISTED:
        return ", ".join(value_text(run.pattern(i), given.site.type) for run in runs for i in range(run.count))
    return _mixed_text(runs, given.site.type, lambda run: _visits(run, unit, offset))


def _constant_text(run: _Run, ctype: CType) -> str:
    """All visits are one run."""
    if run.count == 1:
        return value_text(run.start, ctype)
    values = _values(run, ctype)
    return f"{values}, {run.count:,} times" if run.step == 0 else f"{values} ({run.count:,} values)"


def _values(run: _Run, ctype: CType) -> str:
    if run.step == 0:
        return value_text(run.start, ctype)
    first = [value_text(run.pattern(i), ctype) for i in range(min(run.count, 3))]
    return ", ".join(first) + (", ..." if run.count > 3 else "")


def _visits(run: _Run, unit: str, offset: int) -> str:
    first, last = run.first + offset, run.last + offset
    preposition = "at" if unit == "call" else "in"
    return f"{preposition} {unit} {first:,}" if first == last else f"{preposition} {unit}s {first:,} to {last:,}"


def _mixed_text(runs: Sequence[_Run], ctype: CType, visits: Callable[[_Run], str]) -> str:
    """Every nonzero run with its visits; `then 0` if only 0 follows, `else 0` if it is in between."""
    given = [run for run in runs if not run.is_zero]
    pieces = [f"{_values(run, ctype)} {visits(run)}" for run in given[:_MOST_RUNS]]
    if len(given) > _MOST_RUNS:
        pieces.append(f"{len(given) - _MOST_RUNS:,} more ranges of values")
    zeros = [run for run in runs if run.is_zero]
    if zeros:
        only_last = len(zeros) == 1 and runs[-1].is_zero and " call" in visits(runs[-1])
        pieces.append("then 0" if only_last else "else 0")
    return ", ".join(pieces)


def _is_zero(given: Input) -> bool:
    """Are all values of the site 0?"""
    return all(run.is_zero for span in given.spans for run in _runs((span,), given.site.type))


def input_lines(inputs: Sequence[Input]) -> list[str]:
    """The inputs that are not 0, as lines; at most one line more than the limit."""
    if not inputs:
        return ["the run takes no input"]
    ordered = sorted(inputs, key=lambda given: given.site.number)
    given = [i for i in ordered if not _is_zero(i)]
    chosen = given or [i for i in ordered if i.site.kind is SiteKind.CALL]
    if not given and not 0 < len(chosen) <= _MOST_INPUTS:
        return ["every input is 0"]
    lines = [line for one in chosen for line in lines_of_input(one)]
    more = len(lines) - _MOST_INPUTS
    lines = [*lines[:_MOST_INPUTS], *([f"{more:,} more inputs that are not always 0"] if more > 0 else [])]
    return [*lines, "everything else is 0"] if len(chosen) < len(ordered) else lines


def lines_of_input(given: Input) -> list[str]:
    """The values of one site: `n = 2`, `a[0] = 7, a[1] = 8`, `rb->head = 65535`, or with the line of the site."""
    if given.site.members:
        return list(_members(given)) or [f"{input_name(given.site)}: 0"]
    if not given.site.shown:
        return [f"{input_name(given.site)}: {input_text(given)}"]
    if given.site.kind is SiteKind.VARIABLE:
        is_flag = given.site.shown.endswith(" is null")
        return [given.site.shown if is_flag else f"{given.site.shown} = {input_text(given)}"]
    runs = _runs(given.spans[:_MOST_SPANS], given.site.type)
    if sum(run.count for run in runs) > _MOST_NAMED:
        return [f"{given.site.shown}[]: {input_text(given)}"]
    values = (value_text(run.pattern(i), given.site.type) for run in runs for i in range(run.count))
    return [", ".join(f"{given.site.shown}[{index}] = {value}" for index, value in enumerate(values))]


def _members(given: Input) -> Iterator[str]:
    """The members of a structure's elements that are not 0; each is read from the cells of the object."""
    site, width = given.site, given.site.type.bits // 8
    cells = {
        run.first + i: run.pattern(i) % (1 << site.type.bits)
        for run in _runs(given.spans[:_MOST_SPANS], site.type)
        if not run.is_zero
        for i in range(min(run.count, _MOST_CELLS))
    }
    count = -(-(max(cells, default=-1) + 1) * width // site.element)
    place = "" if site.shown else f" at line {site.where.line}"
    found = 0
    for element in range(count):
        for one in site.members:
            pattern = _member_pattern(cells, width, element * site.element + one.offset, one)
            if pattern and found < _MOST_INPUTS:
                found += 1
                yield f"{_path(site, element, one)} = {value_text(pattern, one.type)}{place}"


def _path(site: Site, element: int, one: ScalarMember) -> str:
    """`rb->head` for a member of the first element, else `rb[2].head`."""
    name = site.shown or site.name
    return f"{name}->{one.path.removeprefix('.')}" if element == 0 else f"{name}[{element}]{one.path}"


def _member_pattern(cells: dict[int, int], width: int, offset: int, one: ScalarMember) -> int:
    """The pattern of a member, from little-endian cells."""
    size = max(1, one.type.bits // 8)
    octets = (cells.get(at // width, 0) >> 8 * (at % width) & 255 for at in range(offset, offset + size))
    bits = sum(octet << 8 * place for place, octet in enumerate(octets))
    return _pattern(bits, one.type)


def _pattern(bits: int, ctype: CType) -> int:
    """The pattern of 64 bits for a stored value; a float is stored as its own bits, a pattern has those of a double."""
    if isinstance(ctype, FloatType):
        if ctype.bits == 64:
            return bits
        (value,) = struct.unpack("<f", struct.pack("<I", bits))
        return int.from_bytes(struct.pack("<d", value), "little")
    return wrap(int(value_of(bits, ctype)), ULLONG)
