"""The side conditions of one shape as checks that CBMC proves on machine words.

Nothing that the analysis found is trusted: closed forms (base and step), trip counts, the column of every iteration and
clause, the one cell of an array in the cell model, and the cells of fused loops are all asserted here.
"""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements, walk
from veriabs.core.expressions import Element
from veriabs.core.loop_model import LoopFacts, Member, Quantifier
from veriabs.core.queries import Query
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.encode.spell import FAR, at, declare
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import accesses, rigid, shared_arrays, shared_scalars
from veriabs.loops.trips import counted_test
from veriabs.strategies.shrinking.columns import pairing_offset
from veriabs.strategies.shrinking.fragments import fragments
from veriabs.strategies.shrinking.shape import FusionPlan
from veriabs.strategies.shrinking.spell import CNames

MOST = 1 << 50
"""Trip counts beyond this are not handled: products of columns must fit into 64 bits."""

Check = list[str]


def side_conditions(shape: FusionPlan, forms: Mapping[str, Affine]) -> Query:
    """One program whose assertions are all side conditions of the shape; `forms` are the cells of the cell model."""
    collected = _Checks(shape, forms)
    checks, final = collected.all()
    context = {**fragments(shape), "k": 1, "checks": checks, "final_checks": final}
    return Query("side conditions", "shrinking/side_conditions", context, tuple(collected.asked), unwind=4)


class _Checks:
    """Collects the checks of one shape; `members` first, then those that hold in the final state."""

    def __init__(self, shape: FusionPlan, forms: Mapping[str, Affine]) -> None:
        self.shape = shape
        self.forms = forms
        self.speller = CNames(shape)
        self.asked: dict[str, None] = {}

    def all(self) -> tuple[list[Check], list[Check]]:
        shape = self.shape
        checks: list[Check] = []
        for segment in shape.group.before:
            if isinstance(segment, LoopFacts) and segment.exact:
                checks += self._forms(segment) + self._trips(segment, exact=True)
        for member in shape.group.members:
            checks += self._forms(member.facts) + self._trips(member.facts, exact=member.facts.exact)
            checks += self._columns(member) + self._cells(member)
        asked = unproved_pairs(shape)
        for number, first in enumerate(shape.group.members):
            for second in shape.group.members[number + 1 :]:
                checks += [] if (first, second) in asked else self._disjoint(first, second)
        return checks, self._clauses()

    def _assert(self, test: str, text: str) -> str:
        """An assertion with a description of its own, so that its presence among the results can be asked for."""
        description, number = text, 2
        while description in self.asked:
            description, number = f"{text} ({number})", number + 1
        self.asked[description] = None
        return f'__CPROVER_assert({test}, "{description}");'

    # ------------------------------------------------------------------------------------------------ closed forms

    def _forms(self, facts: LoopFacts, start_is_current: bool = False) -> list[Check]:
        """f(1) is the value before the loop, one iteration takes f(j) to f(j+1)."""
        checks = []
        counters = frozenset(a.variable.name for a in facts.accelerable)
        for counter in facts.accelerable:
            printer = self.speller.printer(counters)
            name, where = counter.variable.name, facts.loop.where.line
            lines = [
                *(self._starts(facts, printer) if start_is_current else []),
                f"const iteration itno = some({FAR}ULL);",
                self._assert(
                    f"{printer.expr(at(counter.form, '1'))} == {counter.start.name}",
                    f"closed form of {name} at line {where}: base",
                ),
                *self._counters(facts, "itno"),
                self._assert(
                    f"{printer.expr(counter.after)} == {printer.expr(at(counter.form, 'itno + 1'))}",
                    f"closed form of {name} at line {where}: step",
                ),
            ]
            checks.append(lines)
        return checks

    def _starts(self, facts: LoopFacts, printer: Printer) -> list[str]:
        return [
            f"const {declare(a.start.type, a.start.name)} = {self.speller.scalar(a.variable.name)};"
            for a in facts.accelerable
        ]

    def _counters(self, facts: LoopFacts, iteration: str) -> list[str]:
        printer = self.speller.printer(frozenset(a.variable.name for a in facts.accelerable))
        return [
            f"{declare(a.variable.type, a.variable.name)} = {printer.expr(at(a.form, iteration))};"
            for a in facts.accelerable
        ]

    def _trips(self, facts: LoopFacts, *, exact: bool, prefix: tuple[str, ...] = ()) -> list[Check]:
        """The counted part of the test fails one iteration after the trip count; if exact, the test holds up to it."""
        if facts.trips is None:
            return []
        counters = frozenset(a.variable.name for a in facts.accelerable)
        printer = self.speller.printer(counters)
        trips, where = f"trips_{facts.number}", facts.loop.where.line
        counted = counted_test(facts)
        holds = " && ".join(f"({printer.expr(part)})" for part in counted)
        end = self._assert(f"!({holds})", f"trip count at line {where}: ends")
        checks = [[*prefix, *self._counters(facts, f"{trips} + 1"), end]]
        if exact:
            goes_on = self._assert(holds, f"trip count at line {where}: goes on")
            head = f"if ({trips} >= 1) {{ const iteration itno = some({trips});"
            checks.append([*prefix, head, *self._counters(facts, "itno"), goes_on, "}"])
        return checks

    # ----------------------------------------------------------------------------------------------------- columns

    def _columns(self, member: Member) -> list[Check]:
        if member.facts.trips is None:
            return []
        trips, where = f"trips_{member.facts.number}", member.facts.loop.where.line
        count = f"({trips} - 1)" if member.facts.exact else trips
        column = f"{member.shift} + {self.shape.group.rate} * {count} + 1 <= last"
        test = f"{trips} <= {MOST}ULL && " + (f"({trips} == 0 || {column})" if member.facts.exact else column)
        return [[self._assert(test, f"every iteration at line {where} has a column")]]

    def _active(self, member: Member, column: str, *, test: bool = False) -> list[str]:
        """`j` is the member's iteration in the column; the path ends where there is none."""
        rate, shift = self.shape.group.rate, member.shift
        lines = [f"__CPROVER_assume({column} > {shift});"]
        if rate == 1:
            lines.append(f"const iteration itno = {column} - {shift};")
        else:
            lines += [
                f"__CPROVER_assume(({column} - {shift + 1}) % {rate} == 0);",
                f"const iteration itno = ({column} - {shift + 1}) / {rate} + 1;",
            ]
        if member.facts.trips is not None:
            lines.append(f"__CPROVER_assume(itno <= trips_{member.facts.number}{' + 1' if test else ''});")
        return lines + self._counters(member.facts, "itno")

    # -------------------------------------------------------------------------------------------------- cell model

    def _cells(self, member: Member) -> list[Check]:
        printer = self.speller.printer(frozenset(a.variable.name for a in member.facts.accelerable))
        in_test = {n for n in walk(member.facts.loop.test) if isinstance(n, Element)}
        return [
            [
                "const iteration col = some(last);",
                *self._active(member, "col", test=element in in_test),
                self._same_cell(printer, element, member.facts),
            ]
            for element in _distinct(accesses(member.facts))
            if element.array in self.shape.cells
        ]

    def _same_cell(self, printer: Printer, element: Element, facts: LoopFacts) -> str:
        form = self.forms[element.array]
        index = printer.expr(element.indices[0])
        expected = f"{form.slope} * (long long)col + {self._sum(form.rest)}"
        text = f"line {facts.loop.where.line} uses only the column's own cell of {element.array}"
        return self._assert(f"(long long)({index}) == {expected}", text)

    def _sum(self, form: Affine) -> str:
        terms = [f"{c} * (long long){self.speller.scalar(atom)}" for atom, c in form.terms]
        return " + ".join([*terms, f"({form.constant})"])

    # ------------------------------------------------------------------------------------------------------ fusion

    def _disjoint(self, first: Member, second: Member) -> list[Check]:
        """body1(c1) and body2(c2) with c1 > c2 never meet in a cell that one of them writes (theory 2.8)."""
        checks = []
        for array in sorted(shared_arrays(self.shape.model, first, second) - self.shape.cells):
            for one, one_writes in _written_or_read(first.facts, array):
                for two, two_writes in _written_or_read(second.facts, array):
                    if one_writes or two_writes:
                        checks.append(self._pair(first, second, one, two))
        return checks

    def _pair(self, first: Member, second: Member, one: Element, two: Element) -> Check:
        dimensions = range(len(one.indices))
        differ = " || ".join(f"at_one{d} != at_two{d}" for d in dimensions)
        lines = [f"long long at_one{d}, at_two{d};" for d in dimensions]
        lines += ["const iteration col1 = some(last), col2 = some(last);", "__CPROVER_assume(col1 > col2);"]
        for member, element, column, name in ((first, one, "col1", "at_one"), (second, two, "col2", "at_two")):
            printer = self.speller.printer(frozenset(a.variable.name for a in member.facts.accelerable))
            lines += ["{", *self._active(member, column)]
            lines += [f"{name}{d} = (long long)({printer.expr(element.indices[d])});" for d in dimensions]
            lines.append("}")
        where = f"lines {first.facts.loop.where.line} and {second.facts.loop.where.line}"
        return [*lines, self._assert(differ, f"{where} share no cell of {one.array} when reordered")]

    # ----------------------------------------------------------------------------------------------------- clauses

    def _clauses(self) -> list[Check]:
        facts = self.shape.facts
        if facts is None:
            return []
        printer = self.speller.printer(frozenset(a.start.name for a in facts.accelerable))
        assert facts.trips is not None
        entry = (
            *self._starts(facts, printer),
            f"const iteration trips_{facts.number} = {printer.expr(facts.trips)};",
        )
        exact = self.shape.model.goal.quantifier is Quantifier.EXISTS
        checks = self._forms(facts, start_is_current=True) + self._trips(facts, exact=exact, prefix=entry)
        if not exact:
            checks.append([*entry, *self._clause_column(facts)])
        return checks + self._clause_cells(facts, entry)

    def _clause_column(self, facts: LoopFacts) -> Check:
        pairing = self.shape.pairing
        trips, where = f"trips_{facts.number}", facts.loop.where.line
        inside = "(iteration)column <= last" if pairing.scale == 1 else "column >= 1 && (iteration)column <= last"
        whole = "1" if abs(pairing.scale) == 1 else f"scaled % {pairing.scale} == 0"
        return [
            self._assert(f"{trips} <= {MOST}ULL", f"the loop at line {where} has fewer than 2^50 clauses"),
            f"if ({trips} >= 1) {{ const long long tno = (long long)some({trips});",
            f"const long long scaled = {pairing.divisor} * tno - ({pairing_offset(pairing, self.speller)});",
            f"const long long column = scaled / ({pairing.scale});",
            self._assert(f"{whole} && column >= 1 && {inside}", f"every clause at line {where} has a column"),
            "}",
        ]

    def _clause_cells(self, facts: LoopFacts, entry: tuple[str, ...]) -> list[Check]:
        pairing = self.shape.pairing
        offset = pairing_offset(pairing, self.speller)
        printer = self.speller.printer(frozenset(a.variable.name for a in facts.accelerable))
        checks = []
        for element in _distinct(accesses(facts)):
            if element.array not in self.shape.cells:
                continue
            checks.append([
                *entry,
                "const iteration col = some(last);",
                f"const long long numerator = {pairing.scale} * (long long)col + {offset};",
                f"__CPROVER_assume(numerator % {pairing.divisor} == 0);",
                f"const iteration itno = (iteration)(numerator / {pairing.divisor});",
                f"__CPROVER_assume(numerator >= 1 && itno <= trips_{facts.number});",
                *self._counters(facts, "itno"),
                self._same_cell(printer, element, facts),
            ])  # fmt: skip
        return checks


def _distinct(found: list[Element]) -> list[Element]:
    return list(dict.fromkeys(found))


def _written_or_read(facts: LoopFacts, array: str) -> list[tuple[Element, bool]]:
    """Accesses of one iteration to the array, each with whether it is a write."""
    body, update = normalised(facts)
    targets = _targets((*body, *update))
    found = [e for e in _distinct(accesses(facts)) if e.array == array]
    return [(element, element in targets) for element in found]


def _targets(body: tuple[Stmt, ...]) -> set[Element]:
    return {s.target for s in statements(body) if isinstance(s, Assign | Havoc) and isinstance(s.target, Element)}


def unproved_pairs(shape: FusionPlan) -> list[tuple[Member, Member]]:
    """Pairs of members that share a scalar, or a cell whose index is not a function of the iteration number."""
    written = frozenset(n for m in shape.group.members for n in m.facts.written)
    pairs = []
    for number, first in enumerate(shape.group.members):
        for second in shape.group.members[number + 1 :]:
            loose = any(
                not rigid(m, e, written)
                for m in (first, second)
                for array in shared_arrays(shape.model, first, second) - shape.cells
                for e in accesses(m.facts)
                if e.array == array
            )
            if loose or shared_scalars(shape.model, first, second):
                pairs.append((first, second))
    return pairs
