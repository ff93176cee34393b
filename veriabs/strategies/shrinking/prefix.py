"""The code in front of the group: entry snapshots, summarised loops, and what is proved about them."""

from __future__ import annotations

from dataclasses import dataclass

from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import names, walk
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.loop_model import ITERATION, LoopFacts, Member
from veriabs.encode.spell import at, declare
from veriabs.loops.affine import Affine, index_of
from veriabs.loops.fuse import accesses, counter_values
from veriabs.loops.propagation import guessed
from veriabs.strategies.shrinking.pairing import clause_values, member_values
from veriabs.strategies.shrinking.shape import FusionPlan, in_column, paired
from veriabs.strategies.shrinking.spell import CNames


def prefix_lines(shape: FusionPlan, speller: CNames) -> list[str]:
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
        lines += entry_lines(outside, member.facts)
        lines += [f"  {v.name} = {speller.scalar(v.name.removeprefix('entry_'))};" for v in entries(shape, member)]
        if member.facts.exact:
            lines += final_values(outside, member.facts)
    return lines


def entry_lines(printer: Printer, facts: LoopFacts) -> list[str]:
    """Snapshots at the entry of a loop: starts of its counters, and its trip count."""
    lines = [f"  {a.start.name} = {printer.expr(a.variable)};" for a in facts.accelerable]
    if facts.trips is not None:
        lines.append(f"  trips_{facts.number} = {printer.expr(facts.trips)};")
    return lines


def final_values(printer: Printer, facts: LoopFacts) -> list[str]:
    """Counters behind an exact loop hold their closed form for the iteration that does not happen any more."""
    return [
        f"  {printer.expr(a.variable)} = {printer.expr(at(a.form, f'trips_{facts.number} + 1'))};"
        for a in facts.accelerable
    ]


def _summary(shape: FusionPlan, speller: CNames, printer: Printer, facts: LoopFacts) -> list[str]:
    line = facts.loop.where.line
    lines = [f"  /* the loop at line {line}, over-approximated: whatever it writes is arbitrary */"]
    lines += entry_lines(printer, facts)
    counters = {a.variable.name for a in facts.accelerable} if facts.exact else set()
    for name in sorted(facts.written - counters):
        if name in shape.model.scalars:
            lines.append(f"  {speller.scalar(name)} = {nondet(shape.model.scalars[name].type)}();")
        elif name not in shape.cells:
            lines.append(f"  __CPROVER_havoc_object({name});")
    return lines + (final_values(printer, facts) if facts.exact else [])


def _usable(shape: FusionPlan, member: Member) -> list[Expr]:
    """The proven invariants of a member's loop about scalars of this task that no other member writes (trap a07)."""
    others = frozenset(n for m in shape.group.members if m is not member for n in m.facts.written)
    known = {*(scalar.name for scalar in shape.scalars), ITERATION.name} - others
    if member.facts.loop.peeled:  # an invariant of the loop as written is none of the loop without its first iteration
        return []
    return [
        expr
        for expr in shape.invariants.get(member.facts.loop.id, ())
        if {name.removeprefix("entry_") for name in names(expr)} <= known and not names(expr) & member.local
    ]


def entries(shape: FusionPlan, member: Member) -> list[Var]:
    """Snapshots at the loop's entry that its invariants mention."""
    found = [n for expr in _usable(shape, member) for n in walk(expr) if isinstance(n, Var)]
    return list(dict.fromkeys(v for v in found if v.name.startswith("entry_")))


def invariant_lines(shape: FusionPlan, speller: CNames) -> list[str]:
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


@dataclass(frozen=True, slots=True)
class KnownText:
    """The proved lemmas of one loop as C text; `accelerate` sets the counters to the iteration that they are about."""

    number: int
    line: int
    accelerate: list[str]
    facts: list[str]


def known_texts(shape: FusionPlan, speller: CNames) -> list[KnownText]:
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


def _lemmas_of(shape: FusionPlan, facts: LoopFacts) -> list[Expr]:
    used = frozenset(s.name for s in shape.scalars) | frozenset(a.name for a in shape.arrays)
    return [lemma.fact for lemma in shape.lemmas if lemma.number == facts.number and names(lemma.fact) <= used]


def _instances(shape: FusionPlan, number: int, facts: LoopFacts) -> list[str]:
    """Iterations of a summarised loop whose cells the columns touch; any choice is sound, for the lemmas are true."""
    known = counter_values(facts, guessed(shape.group.before[: number - 1]))
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
        found += [paired(form, shape.pairing) for form in forms if form is not None]
    return list(dict.fromkeys(form for form in found if form is not None))
