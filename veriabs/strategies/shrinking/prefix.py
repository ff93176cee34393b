"""Print the code before the group of fused loops: entry snapshots, summarised loops, and proved facts about them."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.ctext import Printer
from veriabs.core.ctree import conjunction, disjunction, integer, names, negate, plus, target_name, walk, writes
from veriabs.core.expressions import Apply, Binary, Element, Expr, Var
from veriabs.core.loop_exits import exits
from veriabs.core.loop_model import ITERATION, FusedMember, LoopFacts, entry_of
from veriabs.core.statements import Assign, Assume, Block, Define, Evaluate, If, Stmt
from veriabs.core.types import BOOL, INT, ULLONG
from veriabs.encode.emit import havoc
from veriabs.encode.spell import sum_expression, trips_of
from veriabs.loops.accelerate import at
from veriabs.loops.affine import ITERATION as COLUMN
from veriabs.loops.affine import Affine, index_of
from veriabs.loops.fuse import accesses, counter_values
from veriabs.loops.propagation import estimated_forms
from veriabs.strategies.shrinking.columns import column_of_slot
from veriabs.strategies.shrinking.pairing import clause_values, member_values
from veriabs.strategies.shrinking.shape import FusionPlan, in_column, paired
from veriabs.strategies.shrinking.spell import CNames


class PrefixText(Struct, frozen=True):
    """Code before the group as C text; `instances` are facts about it at the cells of slot l."""

    lines: list[str]
    instances: list[str]


def prefix_texts(shape: FusionPlan, speller: CNames) -> list[PrefixText]:
    """The code before the group, with its loops over-approximated (theory 2.4)."""
    outside = speller.printer(block="__CPROVER_assume(0);", oracle=False)
    texts = []
    for number, segment in enumerate(shape.group.before, 1):
        if isinstance(segment, LoopFacts):
            known = outside.lines(_instances(shape, number, segment), 2)
            texts.append(PrefixText(outside.lines((_summary(shape, segment),)), known))
        else:
            texts.append(PrefixText(outside.lines(segment), []))
    for member, code in zip(shape.group.members, shape.group.between, strict=True):
        where = member.facts.loop.where
        snapshots = (Assign(entry_of(v), v, where) for v in entries(shape, member))
        final = final_values(member.facts) if member.facts.exact else ()
        texts.append(PrefixText(outside.lines((*code, *entry(member.facts), *snapshots, *final)), []))
    return texts


def entry(facts: LoopFacts) -> tuple[Stmt, ...]:
    """Snapshots at a loop's entry: the counters' initial values, and the trip count."""
    where = facts.loop.where
    starts = tuple(Assign(a.start, a.variable, where) for a in facts.accelerable)
    return starts if facts.trips is None else (*starts, Assign(trips_of(facts), facts.trips, where))


def final_values(facts: LoopFacts) -> tuple[Stmt, ...]:
    """After an exact loop, counters have their closed form at the iteration after the last."""
    behind = plus(trips_of(facts), 1)
    return tuple(Assign(a.variable, at(a.form, behind), facts.loop.where) for a in facts.accelerable)


def _summary(shape: FusionPlan, facts: LoopFacts) -> Block:
    where, model = facts.loop.where, shape.model
    final = final_values(facts) if facts.exact else _some_values(facts) if counted_behind(shape, facts) else ()
    set_again = {target_name(stmt.target) for stmt in final if isinstance(stmt, Assign)}
    arrays = model.program.arrays.keys() - shape.cells
    made = havoc(facts.written - set_again, model.scalars, arrays, facts.loop)
    title = f"the loop at line {where.line}, over-approximated: whatever it writes is arbitrary"
    snapshots, known = _facts_behind(shape, facts)
    return Block(title, (*snapshots, *entry(facts), *made, *final, *known), where)


def counted_behind(shape: FusionPlan, facts: LoopFacts) -> bool:
    """Whether counters have a closed form after a loop that data can end: the one at the iteration that leaves it.

    The trip count and the closed forms are side conditions then, which are tried if the loop has invariants. They
    are checked in the state behind all code in front of the group, which may not change what the loop's test reads.
    """
    if facts.exact or facts.trips is None or not _invariants_behind(shape, facts):
        return False
    place = next(p for p, s in enumerate(shape.group.before) if isinstance(s, LoopFacts) and s.number == facts.number)
    later = (*shape.group.before[place + 1 :], *shape.group.between)
    changed = (part.written if isinstance(part, LoopFacts) else writes(part) for part in later)
    own = names(facts.loop.test) - {a.variable.name for a in facts.accelerable}
    return own.isdisjoint(name for part in changed for name in part)


def _some_values(facts: LoopFacts) -> tuple[Stmt, ...]:
    where = facts.loop.where
    within = Binary("<=", plus(ITERATION, -1), trips_of(facts))
    number = (Define(ITERATION, None, where), Assume(conjunction((Binary(">=", ITERATION, integer(1)), within)), where))
    return *number, *(Assign(a.variable, at(a.form, ITERATION), where) for a in facts.accelerable)


def _invariants_behind(shape: FusionPlan, facts: LoopFacts) -> tuple[Expr, ...]:
    """The proved invariants of a loop that its test alone ends, so that they hold behind it."""
    return shape.invariants.get(facts.loop.id, ()) if _ends_by_test(facts) and not facts.loop.peeled else ()


def _ends_by_test(facts: LoopFacts) -> bool:
    return facts.nest is None and not exits(facts.loop)


def _facts_behind(shape: FusionPlan, facts: LoopFacts) -> tuple[tuple[Define, ...], tuple[Assume, ...]]:
    """What holds behind a loop that its test alone ends: the test is false, and its proved invariants hold (2.4).

    The invariants are those about scalars and fixed cells; they hold only in runs that come to the loop. Returned with
    the definitions of the values at the loop's entry.
    """
    loop, where = facts.loop, facts.loop.where
    if not _ends_by_test(facts):
        return (), ()
    variables = [Var(scalar.name, scalar.type) for scalar in shape.scalars]
    usable = {v.name for v in variables} | {array.name for array in shape.arrays} - shape.cells
    usable |= {ITERATION.name} if counted_behind(shape, facts) else set()
    entered = {entry_of(v).name: v for v in variables}
    skipped = [negate(Var(name, BOOL)) for name in sorted(names(loop.test) & shape.model.guards)]
    proved = (disjunction((*skipped, fact)) for fact in _invariants_behind(shape, facts))
    known = [fact for fact in (negate(loop.test), *proved) if names(fact) <= usable | entered.keys()]
    wanted = {name for fact in known for name in names(fact)}
    snapshots = (Define(entry_of(v), v, where) for name, v in entered.items() if name in wanted)
    return tuple(snapshots), tuple(Assume(fact, where) for fact in known)


def _usable(shape: FusionPlan, member: FusedMember) -> list[Expr]:
    """The proved invariants of a member's loop about scalars of this task that no other member writes (trap a07)."""
    others = frozenset(n for m in shape.group.members if m is not member for n in m.facts.written)
    variables = [Var(scalar.name, scalar.type) for scalar in shape.scalars if scalar.name not in others]
    known = {ITERATION.name, *(name for v in variables for name in (v.name, entry_of(v).name))}
    if member.facts.loop.peeled:  # an invariant of the original loop may fail for the loop without its first iteration
        return []
    return [
        expr
        for expr in shape.invariants.get(member.facts.loop.id, ())
        if names(expr) <= known and not names(expr) & member.local
    ]


def entries(shape: FusionPlan, member: FusedMember) -> list[Var]:
    """The scalars whose values at the loop's entry its invariants mention."""
    wanted = {name for expr in _usable(shape, member) for name in names(expr)}
    return [v for s in shape.scalars if entry_of(v := Var(s.name, s.type)).name in wanted]


def invariant_lines(shape: FusionPlan) -> list[str]:
    """Proved invariants constrain X_initial if the first chosen iteration is a real one (theory 2.2)."""
    printer = Printer(scalar=lambda name: f"X0.{name}" if name in shape.changed else name)
    return printer.lines(stmt for member in shape.group.members for stmt in _invariants(shape, member))


def _invariants(shape: FusionPlan, member: FusedMember) -> tuple[Stmt, ...]:
    exprs, where, rate = _usable(shape, member), member.facts.loop.where, shape.group.rate
    if not exprs:
        return ()
    head = column_of_slot(integer(0))
    behind = plus(head, -member.shift - 1)
    iteration = plus(behind if rate == 1 else Binary("/", behind, integer(rate)), 1)
    tests: list[Expr] = [Binary(">", head, integer(member.shift))]
    if rate > 1:
        tests.append(Binary("==", Binary("%", behind, integer(rate)), integer(0)))
    tests += [Var(name, BOOL) for name in sorted(names(member.facts.loop.test) & shape.model.guards)]
    if member.facts.trips is not None:
        tests.append(Binary("<=", iteration, plus(trips_of(member.facts), 1)))
    return (If(conjunction(tests), tuple(Assume(at(expr, iteration), where) for expr in exprs), (), where),)


class KnownText(Struct, frozen=True):
    """The proved lemmas of one loop as C text, after the counters of their iteration."""

    number: int
    line: int
    lines: list[str]


def known_texts(shape: FusionPlan, speller: CNames) -> list[KnownText]:
    """The proved lemmas of each loop before the group."""
    texts = []
    for segment in shape.group.before:
        if not isinstance(segment, LoopFacts):
            continue
        where, printer = segment.loop.where, speller.printer(frozenset(a.variable.name for a in segment.accelerable))
        counters = (Define(a.variable, a.form, where) for a in segment.accelerable)
        facts = tuple(Assume(fact, where) for fact in _lemmas_of(shape, segment))
        if facts:
            texts.append(KnownText(segment.number, where.line, printer.lines((*counters, *facts))))
    return texts


def _lemmas_of(shape: FusionPlan, facts: LoopFacts) -> list[Expr]:
    used = frozenset(s.name for s in shape.scalars) | frozenset(a.name for a in shape.arrays)
    return [lemma.fact for lemma in shape.lemmas if lemma.number == facts.number and names(lemma.fact) <= used]


def _instances(shape: FusionPlan, number: int, facts: LoopFacts) -> tuple[Stmt, ...]:
    """Iterations of a summarised loop whose cells the columns access; any choice is sound, since lemmas are proved."""
    known = counter_values(facts, estimated_forms(shape.group.before[: number - 1]))
    keys = {
        (e.array, form)
        for fact in _lemmas_of(shape, facts)
        for e in walk(fact)
        if isinstance(e, Element) and (form := index_of(e, known)) is not None and abs(form.slope) == 1
    }
    found = []
    for array, key in sorted(keys, key=repr):
        for form in _column_forms(shape, array):
            rest = form.rest.plus(key.rest, -1).times(key.slope)
            if rest.is_constant:
                instance = Affine(((COLUMN, key.slope * form.slope),), rest.constant)
                touched = sum_expression(instance, {COLUMN: column_of_slot(Var("l", INT))})
                found.append(Evaluate(Apply(f"known_{facts.number}", (touched,), ULLONG), facts.loop.where))
    return tuple(dict.fromkeys(found))


def _column_forms(shape: FusionPlan, array: str) -> list[Affine]:
    """The index functions, over columns, with which the group and the clauses access an array."""
    found: list[Affine | None] = []
    for number, member in enumerate(shape.group.members):
        values = member_values(shape.group, number)
        forms = [index_of(e, values) for e in accesses(member.facts) if e.array == array]
        found += [in_column(form, member.shift, shape.group.rate) for form in forms if form is not None]
    if shape.facts is not None:
        values = clause_values(shape.group, shape.facts)
        forms = [index_of(e, values) for e in accesses(shape.facts) if e.array == array]
        found += [paired(form, one) for one in shape.pairings for form in forms if form is not None]
    return list(dict.fromkeys(form for form in found if form is not None))
