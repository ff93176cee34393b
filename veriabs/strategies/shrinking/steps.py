"""Print one iteration of each loop of the group as a C function, and the code after the last loop."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.expressions import Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import FusedMember
from veriabs.core.types import INT
from veriabs.encode.spell import declare, trips_of
from veriabs.loops.accelerate import at, normalised
from veriabs.strategies.shrinking.columns import column_of_slot, iteration_in
from veriabs.strategies.shrinking.shape import FusionPlan
from veriabs.strategies.shrinking.spell import CNames


class MemberText(Struct, frozen=True):
    """One loop of the group as C text for the template `shrinking/parts`.

    - `number`, `line`: the loop. `shift`, `rate`: its iteration j runs in column shift + rate*(j-1) + 1.
    - `exact`: only its counted test ends it. `iteration`: the iteration's number. `trips`: the trip count, if known.
    - `locals`: declarations. `accelerate`: the counters' values. `test`, `body`, `update`: one iteration.
    - `continues`: the body contains a `continue`.
    """

    number: int
    line: int
    shift: int
    rate: int
    exact: bool
    iteration: str
    trips: str | None
    locals: list[str]
    accelerate: list[str]
    test: str
    body: list[str]
    update: list[str]
    continues: bool


def member_text(shape: FusionPlan, speller: CNames, member: FusedMember) -> MemberText:
    """One iteration of a loop of the group as C text."""
    facts = member.facts
    skip = f"goto next_{facts.number};"
    number = iteration_in(shape, member, column_of_slot(Var("l", INT)))
    closed_forms = {a.variable.name: at(a.form, number) for a in facts.accelerable} if facts.exact else {}
    printer = speller.printer(
        member.local, slot="l", leave="return LEAVE;", proceed=skip, block="return BLOCKED;",
        violate="if (!({test})) {{ s.bad = 1; return LEAVE; }}", counters=closed_forms,
    )  # fmt: skip
    body, update = normalised(facts) if facts.exact else (facts.loop.body, facts.loop.update)
    counters = {a.variable.name for a in facts.accelerable} & member.local
    others = [s for s in shape.scalars if s.name in member.local and s.name not in counters and s.name in facts.written]
    return MemberText(
        number=facts.number,
        line=facts.loop.where.line,
        shift=member.shift,
        rate=shape.group.rate,
        exact=facts.exact,
        iteration=printer.expr(number),
        trips=None if facts.trips is None else trips_of(facts).name,
        locals=[declare(s.type, s.name) for s in others],
        accelerate=[
            f"{declare(a.variable.type, a.variable.name) if a.variable.name in counters else printer.expr(a.variable)}"
            f" = {printer.expr(a.form)};"
            for a in facts.accelerable
        ],
        test=printer.expr(facts.loop.test),
        body=printer.lines(body, 1),
        update=printer.lines(update, 1),
        continues=continues(body),
    )


def after_lines(shape: FusionPlan, speller: CNames) -> list[str]:
    """The code after the last loop of the group."""
    printer = speller.printer(block="return BLOCKED;", violate="if (!({test})) {{ s.bad = 1; return LEAVE; }}")
    return printer.lines(shape.group.after)
