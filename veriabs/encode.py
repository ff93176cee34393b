"""Group and property -> the C fragments that every program of loop shrinking is made of.

The fragments are `prefix`, `step`, `after` and `clause` of theory 2.4, printed once and used by the harness, the
residual program and the side conditions alike, so that they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veriabs.ctree import (
    Printer,
    expressions,
    integer,
    names,
    nondet,
    reads,
    statements,
    substitute,
    target_name,
    walk,
    writes,
)
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine, index_of, known_starts
from veriabs.loops.fuse import accesses, counter_values
from veriabs.loops.pairing import clause_values, member_values, starts_before
from veriabs.model import (
    INT,
    ITERATION,
    LLONG,
    Accelerable,
    Array,
    Assign,
    Binary,
    Break,
    Const,
    CType,
    DataModel,
    Element,
    Expr,
    Group,
    Havoc,
    If,
    Initial,
    Lemma,
    LoopFacts,
    LoopModel,
    Member,
    Pairing,
    Quantifier,
    Scalar,
    Stmt,
    Var,
    Where,
)
from veriabs.typing_rules import type_of

FAR = 1 << 62
"""No run makes this many iterations (2.6, E1: any bound beyond the trip count will do)."""

FAR_32 = 1 << 33
"""More than the values of any 32-bit counter."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to turn a task into columns.

    `cells` are the arrays whose cells are plain variables; `invariants` and `lemmas` are proved. With `uninterpreted`,
    products, quotients and remainders of two unknowns are uninterpreted functions: what holds for every function holds
    for the real one, and solvers find it at once.
    """

    model: LoopModel
    group: Group
    pairing: Pairing
    cells: frozenset[str]
    invariants: Mapping[Where, tuple[Expr, ...]] = field(default_factory=dict)
    lemmas: tuple[Lemma, ...] = ()
    uninterpreted: bool = False

    @property
    def facts(self) -> LoopFacts | None:
        return self.model.goal.facts

    @property
    def written_by_step(self) -> frozenset[str]:
        return frozenset(name for m in self.group.members for name in m.facts.written - m.local)

    @property
    def changed(self) -> frozenset[str]:
        """X: everything that a step or the code behind the loop may change (theory 2.3, 2)."""
        return self.written_by_step | writes(self.group.after)

    @property
    def scalars(self) -> list[Scalar]:
        """The scalars that occur in the task, in a fixed order."""
        used = _used(self)
        return [scalar for name, scalar in self.model.scalars.items() if name in used]

    @property
    def arrays(self) -> list[Array]:
        used = _used(self)
        return [array for name, array in self.model.program.arrays.items() if name in used]


def _used(shape: Shape) -> frozenset[str]:
    group = shape.group
    used = set(names(shape.model.assertion.test))
    for segment in (*group.before, *group.between, group.after):
        if isinstance(segment, LoopFacts):
            used |= segment.written | segment.read
        else:
            used |= reads(segment) | writes(segment)
    facts = [m.facts for m in group.members] + ([shape.facts] if shape.facts else [])
    for f in facts:
        used |= f.read | f.written
    return frozenset(used)


def cell_arrays(
    model: LoopModel, group: Group, pairing: Pairing, lemmas: tuple[Lemma, ...] = ()
) -> dict[str, Affine]:
    """Arrays whose every access is to one and the same cell a column, with the index as a function of the column.

    The cell model of such an array has one variable a chosen iteration and needs no array theory. That each access
    really is to that cell is proved by CBMC (trap c01).
    """
    found: dict[str, Affine | None] = {}
    for number, member in enumerate(group.members):
        for element in accesses(member.facts):
            form = index_of(element, member_values(group, number)) if len(element.indices) == 1 else None
            _note(found, element.array, None if form is None else _in_column(form, member.shift, group.rate))
    facts = model.goal.facts
    if facts is not None:
        for element in accesses(facts):
            form = index_of(element, clause_values(group, facts)) if len(element.indices) == 1 else None
            _note(found, element.array, None if form is None else _paired(form, pairing))
    for lemma in lemmas:
        for name in names(lemma.fact):
            found[name] = None
    for code in (*group.before, *group.between, group.after):
        straight = () if isinstance(code, LoopFacts) else code
        for name in reads(straight) | writes(straight):
            found[name] = None
    changed = frozenset(n for m in group.members for n in m.facts.written) | writes(group.after)
    return {
        name: form
        for name, form in found.items()
        if form is not None and form.slope and not {a for a, _ in form.rest.terms} & changed
    }


def _note(found: dict[str, Affine | None], array: str, form: Affine | None) -> None:
    if array not in found:
        found[array] = form
    elif found[array] != form:
        found[array] = None


def _in_column(form: Affine, shift: int, rate: int) -> Affine | None:
    """From j to c, with j = (c - 1 - shift)/rate + 1."""
    if form.slope % rate:
        return None
    slope = form.slope // rate
    return Affine((("#", slope),)).plus(form.rest).plus(Affine((), form.slope - slope * (1 + shift)))


def _paired(form: Affine, pairing: Pairing) -> Affine | None:
    """From t to c, with t = (scale*c + offset)/divisor."""
    if form.slope % pairing.divisor:
        return None
    factor = form.slope // pairing.divisor
    offset = Affine(pairing.offset, pairing.constant).times(factor)
    return Affine((("#", factor * pairing.scale),)).plus(offset).plus(form.rest)


# ------------------------------------------------------------------------------------------------------------- printing


def flat_index(indices: tuple[str, ...], sizes: tuple[str, ...]) -> str:
    """The index into the one-dimensional array that stands for an array of any dimension, row by row."""
    text = indices[0]
    for index, size in zip(indices[1:], sizes[1:], strict=True):
        text = f"((long long)({text}) * (long long)({size}) + ({index}))"
    return text


_OPERATIONS = {"*": "product", "/": "quotient", "%": "remainder"}


def is_unknown_product(expr: Expr) -> bool:
    """Is this a product, quotient or remainder of two expressions that are no constants?"""
    return (
        isinstance(expr, Binary)
        and expr.op in _OPERATIONS
        and not isinstance(expr.left, Const)
        and not isinstance(expr.right, Const)
    )


def uninterpreted(expr: Binary, data_model: DataModel) -> tuple[str, str]:
    """Type and name of the uninterpreted function for an operation in the type that C computes it in."""
    ctype = type_of(expr, data_model)
    return ctype.name, f"__CPROVER_uninterpreted_{_OPERATIONS[expr.op]}_{ctype.name.replace(' ', '_')}"


class Speller:
    """Spells names of the core language in one generated program of a shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.changed = shape.changed
        self.all_arrays = shape.model.program.arrays

    def scalar(self, name: str, local: frozenset[str] = frozenset()) -> str:
        return name if name in local or name not in self.changed else f"s.{name}"

    def printer(
        self, local: frozenset[str] = frozenset(), *, slot: str = "", leave: str = "", proceed: str = "",
        block: str = "", violate: str = "", oracle: bool = True,
    ) -> Printer:  # fmt: skip
        """A printer for code of one chosen iteration (`slot` is its position in T) or, without slot, outside of any."""

        def element(cell: Element, indices: tuple[str, ...]) -> str:
            if slot and cell.array in self.shape.cells:
                return f"{self._cells(cell.array)}[{slot}]"
            sizes = tuple(inner.expr(size) for size in self.all_arrays[cell.array].sizes)
            return f"{cell.array}[{flat_index(indices, sizes)}]"

        def havoc(stmt: Havoc, target: str) -> str:
            if not oracle:
                return f"{target} = {nondet(stmt.target.type)}();"
            return f"{target} = oracle_{stmt.site}{f'[{slot}]' if slot else ''};"

        inner = Printer(
            scalar=lambda name: self.scalar(name, local),
            element=element,
            havoc=havoc,
            leave=leave,
            proceed=proceed,
            block=block,
            violate=lambda stmt, test: violate.format(test=test),
            product=self._product,
        )
        return inner

    def _product(self, expr: Binary) -> str | None:
        if not self.shape.uninterpreted or not is_unknown_product(expr):
            return None
        return uninterpreted(expr, self.shape.model.program.task.data_model)[1]

    def _cells(self, array: str) -> str:
        return f"s.{array}" if array in self.changed else array


# ------------------------------------------------------------------------------------------------------------ fragments


@dataclass(frozen=True, slots=True)
class MemberText:
    """One loop of the group as C text, for the template."""

    number: int
    line: int
    shift: int
    rate: int
    exact: bool
    trips: str | None
    locals: list[str]
    accelerate: list[str]
    test: str
    body: list[str]
    update: list[str]
    continues: bool


@dataclass(frozen=True, slots=True)
class ClauseText:
    """The property loop as C text, for the template."""

    line: int
    exists: bool
    scale: int
    offset: str
    divisor: int
    trips: str
    locals: list[str]
    accelerate: list[str]
    test: str
    held: list[str]
    body: list[str]


def declare(ctype: CType, name: str) -> str:
    return f"{ctype.name} {name}"


def fragments(shape: Shape) -> dict[str, object]:
    """Everything that the templates of shrinking need, as C text."""
    speller = Speller(shape)
    state = [s for s in shape.scalars if s.name in shape.changed]
    return {
        "inputs": [declare(s.type, s.name) for s in shape.scalars if s.name not in shape.changed],
        "starts": [declare(a.start.type, a.start.name) for a in _all_counters(shape)],
        "trips": [f"trips_{f.number}" for f in _all_facts(shape) if f.trips is not None],
        "state": [(declare(s.type, s.name), s.name, nondet(s.type)) for s in state],
        "havocked": [(s.name, nondet(s.type)) for s in state if s.name in shape.written_by_step],
        "initial": [(speller.scalar(s.name), nondet(s.type)) for s in shape.scalars if s.initial is Initial.NONDET],
        **_array_fragments(shape),
        "oracles": _oracles(shape),
        "nondets": _nondets(shape),
        "functions": _functions(shape),
        "known": _known(shape, speller),
        "prefix": _prefix(shape, speller),
        "members": [_member_text(shape, speller, m) for m in shape.group.members],
        "after": _after(shape, speller),
        "clause": _clause_text(shape, speller),
        "single": shape.model.goal.quantifier is Quantifier.SINGLE,
        "exists": shape.model.goal.quantifier is Quantifier.EXISTS,
        "guard": _guard(shape, speller),
        "last": _last(shape),
        "must_leave": not shape.group.exact,
        "entries": [declare(v.type, v.name) for m in shape.group.members for v in _entries(shape, m)],
        "invariants": _invariants(shape, speller),
        "file": shape.model.assertion.where.file,
        "assert_line": shape.model.assertion.where.line,
        "lines": [m.facts.loop.where.line for m in shape.group.members],
    }


def _all_facts(shape: Shape) -> list[LoopFacts]:
    before = [s for s in shape.group.before if isinstance(s, LoopFacts)]
    return before + [m.facts for m in shape.group.members]


def _all_counters(shape: Shape) -> list[Accelerable]:
    return [a for f in _all_facts(shape) for a in f.accelerable]


def _array_fragments(shape: Shape) -> dict[str, object]:
    unbounded = [a for a in shape.arrays if a.name not in shape.cells]
    cells = [a for a in shape.arrays if a.name in shape.cells]
    summarised = frozenset(n for s in shape.group.before if isinstance(s, LoopFacts) for n in s.written)
    return {
        "arrays": [declare(a.type, a.name) for a in unbounded],
        "arbitrary": [a.name for a in unbounded if a.initial is Initial.NONDET],
        "changed_arrays": [(declare(a.type, a.name), a.name) for a in unbounded if a.name in shape.changed],
        "havocked_arrays": [a.name for a in unbounded if a.name in shape.written_by_step],
        "cell_inputs": [declare(a.type, a.name) for a in cells if a.name not in shape.changed],
        "cell_state": [(declare(a.type, a.name), a.name, nondet(a.type)) for a in cells if a.name in shape.changed],
        "arbitrary_cells": [
            (f"s.{a.name}" if a.name in shape.changed else a.name, nondet(a.type))
            for a in cells
            if a.initial is Initial.NONDET or a.name in summarised
        ],
    }


def _oracles(shape: Shape) -> list[tuple[str, str, str, bool]]:
    """Oracle variables: declaration, name, nondet function, and whether there is one an iteration (theory 1)."""
    result = []
    facts = [m.facts for m in shape.group.members] + ([shape.facts] if shape.facts else [])
    parts = [((*f.loop.body, *f.loop.update), True) for f in facts] + [(shape.group.after, False)]
    for body, each in parts:
        for stmt in statements(body):
            if isinstance(stmt, Havoc):
                name = f"oracle_{stmt.site}"
                result.append((declare(stmt.target.type, name), name, nondet(stmt.target.type), each))
    return result


def _nondets(shape: Shape) -> list[tuple[str, str]]:
    types = {s.type for s in shape.scalars} | {a.type for a in shape.arrays} | {INT, LLONG, ITERATION.type}
    for segment in (*shape.group.before, *shape.group.between):
        body = (*segment.loop.body, *segment.loop.update) if isinstance(segment, LoopFacts) else segment
        types |= {s.target.type for s in statements(body) if isinstance(s, Havoc)}
    facts = [m.facts for m in shape.group.members] + ([shape.facts] if shape.facts else [])
    for body in (*((*f.loop.body, *f.loop.update) for f in facts), shape.group.after):
        types |= {s.target.type for s in statements(body) if isinstance(s, Havoc)}
    return sorted({(t.name, nondet(t)) for t in types})


def has_unknown_products(shape: Shape) -> bool:
    return bool(_unknown_products(shape))


def _unknown_products(shape: Shape) -> list[Binary]:
    bodies = [(*m.facts.loop.body, *m.facts.loop.update) for m in shape.group.members]
    bodies += [(*shape.facts.loop.body, *shape.facts.loop.update)] if shape.facts else []
    group = shape.group
    parts = [s for s in (*group.before, *group.between, group.after) if not isinstance(s, LoopFacts)]
    exprs = [e for body in (*bodies, *parts) for s in statements(body) for e in (*expressions(s), *_target(s))]
    exprs += [m.facts.loop.test for m in shape.group.members] + [lemma.fact for lemma in shape.lemmas]
    return [node for e in exprs for node in walk(e) if isinstance(node, Binary) and is_unknown_product(node)]


def _target(stmt: Stmt) -> tuple[Expr, ...]:
    return (stmt.target,) if isinstance(stmt, Assign | Havoc) else ()


def _functions(shape: Shape) -> list[tuple[str, str]]:
    if not shape.uninterpreted:
        return []
    data_model = shape.model.program.task.data_model
    return sorted({uninterpreted(product, data_model) for product in _unknown_products(shape)})


@dataclass(frozen=True, slots=True)
class KnownText:
    """The proved lemmas of one loop as C text; `accelerate` sets the counters to the iteration that they are about."""

    number: int
    line: int
    accelerate: list[str]
    facts: list[str]


def _known(shape: Shape, speller: Speller) -> list[KnownText]:
    texts = []
    for segment in shape.group.before:
        if not isinstance(segment, LoopFacts):
            continue
        counters = frozenset(a.variable.name for a in segment.accelerable)
        printer = speller.printer(counters)
        facts = [printer.expr(fact) for fact in _lemmas_of(shape, segment)]
        accelerate = [
            f"{declare(a.variable.type, a.variable.name)} = {printer.expr(a.form)};" for a in segment.accelerable
        ]
        if facts:
            texts.append(KnownText(segment.number, segment.loop.where.line, accelerate, facts))
    return texts


def _lemmas_of(shape: Shape, facts: LoopFacts) -> list[Expr]:
    used = frozenset(s.name for s in shape.scalars) | frozenset(a.name for a in shape.arrays)
    return [lemma.fact for lemma in shape.lemmas if lemma.where == facts.loop.where and names(lemma.fact) <= used]


def _instances(shape: Shape, number: int, facts: LoopFacts) -> list[str]:
    """Iterations of a summarised loop whose cells the columns touch; any choice is sound, for the lemmas are true."""
    known = counter_values(facts, starts_before(shape.group.before[: number - 1]))
    keys = {
        (e.array, form)
        for fact in _lemmas_of(shape, facts)
        for e in walk(fact)
        if isinstance(e, Element) and (form := index_of(e, known)) is not None and abs(form.slope) == 1
    }
    lines = []
    for array, key in sorted(keys, key=repr):
        for form in _column_forms(shape, array):
            rest = form.rest.plus(key.rest, -1).times(key.slope)
            if rest.is_constant:
                lines.append(f"known_{facts.number}({key.slope * form.slope} * (long long)T[l] + ({rest.constant}));")
    return list(dict.fromkeys(lines))


def _column_forms(shape: Shape, array: str) -> list[Affine]:
    """The index functions, over columns, with which the group and the clauses access an array."""
    found: list[Affine | None] = []
    for number, member in enumerate(shape.group.members):
        values = member_values(shape.group, number)
        forms = [index_of(e, values) for e in accesses(member.facts) if e.array == array]
        found += [_in_column(form, member.shift, shape.group.rate) for form in forms if form is not None]
    if shape.facts is not None:
        values = clause_values(shape.group, shape.facts)
        forms = [index_of(e, values) for e in accesses(shape.facts) if e.array == array]
        found += [_paired(form, shape.pairing) for form in forms if form is not None]
    return list(dict.fromkeys(form for form in found if form is not None))


def _prefix(shape: Shape, speller: Speller) -> list[str]:
    """Code in front of the group; loops there are replaced by an over-approximation of their effect (theory 2.4)."""
    outside = speller.printer(block="__CPROVER_assume(0);", oracle=False)
    lines: list[str] = []
    for number, segment in enumerate(shape.group.before, 1):
        if isinstance(segment, LoopFacts):
            lines += _summary(shape, speller, outside, segment)
            instances = _instances(shape, number, segment)
            if instances:
                lines += ["  for (int l = 0; l < K + 2; l++) {", *(f"    {text}" for text in instances), "  }"]
        else:
            lines += outside.lines(segment)
    for member, code in zip(shape.group.members, shape.group.between, strict=True):
        lines += outside.lines(code)
        lines += _entry(outside, member.facts)
        lines += [f"  {v.name} = {speller.scalar(v.name.removeprefix('entry_'))};" for v in _entries(shape, member)]
        if member.facts.exact:
            lines += _final_values(outside, member.facts)
    return lines


def _entry(printer: Printer, facts: LoopFacts) -> list[str]:
    """Snapshots at the entry of a loop: starts of its counters, and its trip count."""
    lines = [f"  {a.start.name} = {printer.expr(a.variable)};" for a in facts.accelerable]
    if facts.trips is not None:
        lines.append(f"  trips_{facts.number} = {printer.expr(facts.trips)};")
    return lines


def _usable(shape: Shape, member: Member) -> list[Expr]:
    """The proven invariants of a member's loop that speak only of scalars of this task."""
    known = {*shape.model.scalars, ITERATION.name}
    return [
        expr
        for expr in shape.invariants.get(member.facts.loop.where, ())
        if {name.removeprefix("entry_") for name in names(expr)} <= known and not names(expr) & member.local
    ]


def _entries(shape: Shape, member: Member) -> list[Var]:
    """Snapshots at the loop's entry that its invariants mention."""
    found = [n for expr in _usable(shape, member) for n in walk(expr) if isinstance(n, Var)]
    return list(dict.fromkeys(v for v in found if v.name.startswith("entry_")))


def _invariants(shape: Shape, speller: Speller) -> list[str]:
    """Proven invariants constrain X_initial where the head of the sequence is a real iteration (theory 2.2)."""
    lines: list[str] = []
    for member in shape.group.members:
        exprs = _usable(shape, member)
        if not exprs:
            continue
        column = f"T[0] - {member.shift + 1}"
        guards = sorted(n for n in names(member.facts.loop.test) if n.startswith("guard_"))
        tests = [f"T[0] > {member.shift}", f"({column}) % {shape.group.rate} == 0", *map(speller.scalar, guards)]
        iteration = f"(({column}) / {shape.group.rate} + 1)"
        if member.facts.trips is not None:
            tests.append(f"{iteration} <= trips_{member.facts.number} + 1")
        printer = Printer(scalar=lambda name: f"X0.{name}" if name in shape.changed else name)
        lines.append(f"  if ({' && '.join(tests)}) {{")
        lines += [f"    __CPROVER_assume({printer.expr(at(expr, iteration))});" for expr in exprs]
        lines.append("  }")
    return lines


def _final_values(printer: Printer, facts: LoopFacts) -> list[str]:
    """Counters behind an exact loop hold their closed form for the iteration that does not happen any more."""
    return [
        f"  {printer.expr(a.variable)} = {printer.expr(at(a.form, f'trips_{facts.number} + 1'))};"
        for a in facts.accelerable
    ]


def at(form: Expr, iteration: str) -> Expr:
    """A closed form at an iteration given as C text."""
    return substitute(form, {ITERATION.name: Var(f"({iteration})", ITERATION.type)})


def _summary(shape: Shape, speller: Speller, printer: Printer, facts: LoopFacts) -> list[str]:
    line = facts.loop.where.line
    lines = [f"  /* the loop at line {line}, over-approximated: whatever it writes is arbitrary */"]
    lines += _entry(printer, facts)
    counters = {a.variable.name for a in facts.accelerable} if facts.exact else set()
    for name in sorted(facts.written - counters):
        if name in shape.model.scalars:
            lines.append(f"  {speller.scalar(name)} = {nondet(shape.model.scalars[name].type)}();")
        elif name not in shape.cells:
            lines.append(f"  __CPROVER_havoc_object({name});")
    return lines + (_final_values(printer, facts) if facts.exact else [])


def _member_text(shape: Shape, speller: Speller, member: Member) -> MemberText:
    facts = member.facts
    skip = f"goto next_{facts.number};"
    printer = speller.printer(
        member.local, slot="l", leave="return LEAVE;", proceed=skip, block="return BLOCKED;",
        violate="if (!({test})) {{ s.bad = 1; return LEAVE; }}",
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
        trips=None if facts.trips is None else f"trips_{facts.number}",
        locals=[declare(s.type, s.name) for s in others],
        accelerate=[
            f"{declare(a.variable.type, a.variable.name) if a.variable.name in counters else printer.expr(a.variable)}"
            f" = {printer.expr(a.form)};"
            for a in facts.accelerable
        ],
        test=printer.expr(facts.loop.test),
        body=printer.lines(body, 1),
        update=printer.lines(update, 1),
        continues=any("goto next_" in line for line in printer.lines(body, 0)),
    )


def _after(shape: Shape, speller: Speller) -> list[str]:
    printer = speller.printer(block="return BLOCKED;", violate="if (!({test})) {{ s.bad = 1; return LEAVE; }}")
    return printer.lines(shape.group.after)


def _guard(shape: Shape, speller: Speller) -> str:
    guard = shape.model.goal.guard
    return "" if guard is None or isinstance(guard, Const) else speller.printer().expr(guard)


def clause_locals(facts: LoopFacts) -> frozenset[str]:
    return frozenset(a.variable.name for a in facts.accelerable) | facts.private


def _clause_text(shape: Shape, speller: Speller) -> ClauseText | None:
    facts, prop = shape.facts, shape.model.goal
    if facts is None:
        return None
    exists = prop.quantifier is Quantifier.EXISTS
    outer, inner = speller.printer(), _clause_printer(speller, facts, exists, prop.flag)
    body, update = normalised(facts)
    if exists:
        body, update = _flag_returns(body, prop.flag), _flag_returns(update, prop.flag)
    counters = [a.variable.name for a in facts.accelerable]
    privates = [s for s in shape.scalars if s.name in facts.private and s.name not in counters and s.name != prop.flag]
    held = _held(shape, speller, facts)
    return ClauseText(
        line=facts.loop.where.line,
        exists=exists,
        scale=shape.pairing.scale,
        offset=pairing_offset(shape.pairing, speller),
        divisor=shape.pairing.divisor,
        trips=outer.expr(_clause_trips(facts)),
        locals=[declare(s.type, s.name) for s in privates],
        accelerate=[_clause_counter(speller, a) for a in facts.accelerable],
        test="" if facts.exact or held else inner.expr(facts.loop.test),
        held=held,
        body=inner.lines((*body, *update), 1),
    )


def _held(shape: Shape, speller: Speller, facts: LoopFacts) -> list[str]:
    """C text that assumes the property loop's test in iteration tno, if the test reads data that nothing changes.

    Such a loop asserts in its first `held` iterations only, and its test holds in all of them. `held` is an input, so
    the clauses are "t <= held implies ..."; what is known of the test is instantiated at the chosen iterations.
    """
    counters = {a.variable.name for a in facts.accelerable}
    starts = known_starts(shape.group.after)
    known = all((start := starts.get(name)) is not None and start.is_constant for name in counters)
    if facts.exact or not known or (names(facts.loop.test) - counters) & shape.changed:
        return []
    printer = speller.printer(frozenset(counters), slot="l")
    lines = []
    for a in facts.accelerable:
        first = integer(starts[a.variable.name].constant, a.variable.type)
        form = substitute(a.form, {a.start.name: first, ITERATION.name: Var("tno", ITERATION.type)})
        lines.append(f"const {declare(a.variable.type, a.variable.name)} = {printer.expr(form)};")
    return [*lines, f"__CPROVER_assume({printer.expr(facts.loop.test)});"]


def _clause_printer(speller: Speller, facts: LoopFacts, exists: bool, flag: str) -> Printer:
    done = "return 0;" if exists else "return 1;"
    return speller.printer(
        clause_locals(facts), slot="l", leave="return 1;", proceed=done, block=done, violate="if (!({test})) return 0;"
    )


def _flag_returns(body: tuple[Stmt, ...], flag: str) -> tuple[Stmt, ...]:
    """Setting the flag satisfies the clause: printed as the jump that leaves with 1."""
    result: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = If(stmt.test, _flag_returns(stmt.then, flag), _flag_returns(stmt.other, flag), stmt.where)
        sets = isinstance(stmt, Assign) and target_name(stmt.target) == flag
        result.append(Break(stmt.where) if sets else stmt)
    return tuple(result)


def _clause_trips(facts: LoopFacts) -> Expr:
    """The property loop's trip count over the values of its counters when it starts, in the final state."""
    assert facts.trips is not None
    return substitute(facts.trips, {a.start.name: a.variable for a in facts.accelerable})


def _clause_counter(speller: Speller, counter: Accelerable) -> str:
    """The counter of clause t; the initialiser must not read the variable that it declares, so the start is copied."""
    start = f"{counter.variable.name}_0"
    values = {counter.start.name: Var(start, counter.start.type), ITERATION.name: Var("tno", ITERATION.type)}
    form = substitute(counter.form, values)
    first = declare(counter.start.type, start)
    text = speller.printer(frozenset({start, "tno"})).expr(form)
    return (
        f"const {first} = {speller.scalar(counter.variable.name)}; "
        f"{declare(counter.variable.type, counter.variable.name)} = {text};"
    )


def _last(shape: Shape) -> list[str]:
    """Lower bounds of the last column.

    Exit regime E2 (theory 2.6) where every loop of the group is exact: the columns are just the iterations and clauses
    there are, and where these are fewer than k, all of them are run. Else E1: the sequence may go on to the iteration
    that leaves the loop and beyond it, with no-ops, up to k + 1 columns.
    """
    parts = [] if shape.group.exact else ["K + 1"]
    for member in shape.group.members:
        if member.facts.trips is None:
            parts.append(f"{FAR}ULL")
        else:
            count = f"trips_{member.facts.number}" + ("" if member.facts.exact else " + 1")
            rate, shift = shape.group.rate, member.shift
            column = f"{rate} * ({count} - 1) + {shift + 1}" if rate > 1 else f"{count} + {shift}"
            parts.append(f"trips_{member.facts.number} == 0 ? 0 : {column}" if member.facts.exact else column)
    facts = shape.facts
    return parts if facts is None else parts + _last_clauses(shape, Speller(shape), facts)


def _last_clauses(shape: Shape, speller: Speller, facts: LoopFacts) -> list[str]:
    trips = _known_trips(shape, facts)
    if trips is None:
        return [f"{FAR_32}ULL"]
    pairing = shape.pairing
    offset = pairing_offset(pairing, speller)
    ends = ("1", f"(long long)({speller.printer().expr(trips)})")
    return [f"column({pairing.divisor} * {t} - ({offset}), {pairing.scale})" for t in ends]


def pairing_offset(pairing: Pairing, speller: Speller) -> str:
    """C text of the offset of a pairing."""
    terms = [f"{c} * (long long){speller.scalar(name)}" for name, c in pairing.offset]
    return " + ".join([*terms, str(pairing.constant)])


def _known_trips(shape: Shape, facts: LoopFacts) -> Expr | None:
    """The property loop's trip count over inputs alone, None if it depends on what the group computes."""
    assert facts.trips is not None
    starts = known_starts(shape.group.after)
    values: dict[str, Expr] = {}
    for a in facts.accelerable:
        start = starts.get(a.variable.name)
        if start is None or not start.is_constant:
            return None
        values[a.start.name] = integer(start.constant, a.variable.type)
    trips = substitute(facts.trips, values)
    guards = {n for n in names(trips) & shape.changed if n.startswith("guard_")}
    trips = substitute(trips, dict.fromkeys(guards, integer(1)))
    return None if names(trips) & shape.changed else trips

