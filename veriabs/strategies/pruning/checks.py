"""The side conditions of pruning as a program for CBMC: closed forms, trip counts, positions and ranges of every sweep.

Every loop is cut: what it may write becomes arbitrary behind it, so each check holds in front of every real loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import names
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.encode.spell import at
from veriabs.loops.trips import counted_test
from veriabs.strategies.pruning.ranges import Ranges
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, counted_conjuncts
from veriabs.strategies.pruning.texts import Texts, counters_at, printer, starts_of, sum_text, trips_of

MOST = 1 << 42
"""Trip counts and first positions beyond this are not handled; with the steepest slope columns stay within 2^50."""


@dataclass(frozen=True, slots=True)
class CutText:
    """One cut loop as C text, for the template; `entry` is checked once, `each` in an arbitrary iteration."""

    number: int
    line: int
    slope: int
    starts: list[str]
    trips: str
    first: str
    entry: list[str]
    accelerate: list[str]
    each: list[str]
    beyond: list[str]
    ends: list[str]
    scalars: list[tuple[str, str]]
    arrays: list[str]
    over: list[str]


def side_conditions(model: LoopModel, parts: tuple[Part, ...], ranges: Ranges | None = None) -> Query:
    """One program whose assertions are all side conditions; with `ranges`, those of the cutoff as well."""
    texts = Texts(model, parts)
    plain = printer(violate="(void)({test});", block="return 0;")
    asked: list[str] = []
    pieces: list[tuple[str, object]] = []
    for part in parts:
        if isinstance(part, ArrayTraversal):
            pieces.append(("sweep", _Cut(model, part, ranges, asked).text()))
        else:
            pieces.append(("straight", plain.lines(part, 1)))
    return Query(
        purpose="side conditions",
        template="pruning/checks",
        context={**texts.declarations(), "parts": pieces, "most": MOST},
        asked=tuple(asked),
        unwind=2,
        arrays=bool(texts.written_arrays),
    )


@dataclass
class _Cut:
    """Collects the checks of one sweep."""

    model: LoopModel
    sweep: ArrayTraversal
    ranges: Ranges | None
    asked: list[str]

    def text(self) -> CutText:
        sweep, facts = self.sweep, self.sweep.facts
        scalars = [self.model.scalars[name] for name in sorted(facts.written) if name in self.model.scalars]
        return CutText(
            number=sweep.number,
            line=sweep.line,
            slope=sweep.slope,
            starts=starts_of(sweep),
            trips=trips_of(sweep),
            first=sum_text(sweep.base),
            entry=self._entry(),
            accelerate=counters_at(sweep, "itno", local=True),
            each=self._each(),
            beyond=counters_at(sweep, f"trips_{sweep.number} + 1", local=True),
            ends=self._ends(),
            scalars=[(s.name, nondet(s.type)) for s in scalars],
            arrays=[name for name in sorted(facts.written) if name in self.model.program.arrays],
            over=counters_at(sweep, f"trips_{sweep.number} + 1") if facts.exact else [],
        )

    def _assert(self, test: str, text: str) -> str:
        description = f"{text}, line {self.sweep.line}"
        if description in self.asked:
            description = f"{description} (loop {self.sweep.number}, {len(self.asked)})"
        self.asked.append(description)
        return f'__CPROVER_assert({test}, "{description}");'

    def _entry(self) -> list[str]:
        number, plain = self.sweep.number, Printer()
        lines = [
            self._assert(
                f"trips_{number} <= {MOST}ULL && first_{number} >= -{MOST}LL && first_{number} <= {MOST}LL",
                "columns do not overflow",
            )
        ]
        for counter in self.sweep.facts.accelerable:
            test = f"{plain.expr(at(counter.form, '1'))} == {counter.start.name}"
            lines.append(self._assert(test, f"closed form of {counter.variable.name}: base"))
        found = None if self.ranges is None else self.ranges.ranges.get(number)
        if found is not None:
            low, high, size = sum_text(found.low), sum_text(found.high), abs(self.sweep.slope)
            begin = low if self.sweep.slope > 0 else f"{high} - 1"
            lines.append(f"const long long at_low_{number} = {low}, at_high_{number} = {high};")
            ends = (f"at_low_{number}", f"at_high_{number}")
            near = " && ".join(f"{end} >= -{MOST}LL && {end} <= {MOST}LL" for end in ends)
            lines.append(self._assert(near, "ends of the range do not overflow"))
            lines.append(self._assert(self._range(begin, size), "range"))
        return lines

    def _range(self, begin: str, size: int) -> str:
        """The iterations are those of the range, or none where a condition on what the loop keeps fails."""
        number = self.sweep.number
        low, high = f"at_low_{number}", f"at_high_{number}"
        width = f"({high} - {low} + {size - 1}) / {size}" if size > 1 else f"{high} - {low}"
        kept = [part for part in counted_conjuncts(self.sweep)[1] if not names(part) & self.sweep.facts.written]
        runs = " && ".join([*(f"({Printer().expr(part)})" for part in kept), f"{low} < {high}"])
        trips = f"trips_{number} == (({runs}) ? (iteration)({width}) : 0)"
        return f"{trips} && (trips_{number} == 0 || first_{number} == {begin})"

    def _each(self) -> list[str]:
        plain, facts = Printer(), self.sweep.facts
        lines = []
        for access in self.sweep.accesses:
            sign = f" {'+' if access.offset > 0 else '-'} {abs(access.offset)}" if access.offset else ""
            test = f"(long long)({plain.expr(access.element.indices[0])}) == at_position{sign}"
            kind = "written" if access.writes else "read"
            lines.append(self._assert(test, f"position of {plain.expr(access.element)} {kind}"))
        for counter in facts.accelerable:
            test = f"{plain.expr(counter.after)} == {plain.expr(at(counter.form, 'itno + 1'))}"
            lines.append(self._assert(test, f"closed form of {counter.variable.name}: step"))
        if facts.exact:
            lines.append(self._assert(self._holds(), "trip count: goes on"))
        return lines

    def _ends(self) -> list[str]:
        return [self._assert(f"!({self._holds()})", "trip count: ends")]

    def _holds(self) -> str:
        return " && ".join(f"({Printer().expr(part)})" for part in counted_test(self.sweep.facts)) or "1"
