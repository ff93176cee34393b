"""Binders, cases and sums in their normal form.

A sum is expanded into monomials. What is free of the index is moved out, cases become indicators `ite(c, 1, 0)`, powers
of the index are summed by polynomials; what is left is an opaque sum from 0, shifted or reversed so that the first cell
it reads is that of the index itself. All this holds for every whole bound, negative ones included (see `Kind`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from veriabs.closedform.conditions import conjunction, disjunction, eq, le, ne, negate
from veriabs.closedform.powers import power_sum
from veriabs.closedform.terms import (
    BINDERS,
    Atom,
    Condition,
    Is,
    Kind,
    Monomial,
    Number,
    Term,
    bound,
    combine,
    const,
    constant_part,
    from_dict,
    monomial,
    multiply,
    of_atom,
    power,
    slope_in,
    symbol,
)

MOST_MONOMIALS = 60
"""A body that expands to more is not expanded."""

MOST_STEPS = 8
"""Explicit terms that are split off a sum so that its bound has no constant part."""

# -------------------------------------------------------------------------------------------------- opening and closing


def opened_name(*nodes: Term | Condition) -> str:
    """A name for an index that occurs in none of these."""
    return f"#{max((node.opened for node in nodes), default=0)}"


def reopen(node: Term | Condition, name: str) -> Term | Condition:
    """What is below a binder, with the symbol `name` for the index."""

    def change(atom: Atom, level: int) -> Term | None:
        return symbol(name) if atom.kind is Kind.BOUND and atom.name == str(level) else None

    return _rename(node, 0, change, lambda part, level: part.dangling > level)


def close(node: Term | Condition, name: str) -> Term | Condition:
    """What goes below a binder of the index `name`."""

    def change(atom: Atom, level: int) -> Term | None:
        return bound(level) if atom.kind is Kind.SYMBOL and atom.name == name else None

    return _rename(node, 0, change, lambda part, level: name in part.names)


Change = Callable[[Atom, int], Term | None]
Concerns = Callable[["Term | Condition | Atom", int], bool]


def _rename(node: Term | Condition, level: int, change: Change, concerns: Concerns) -> Term | Condition:
    if not concerns(node, level):
        return node
    if isinstance(node, Term):
        return combine((_rename_monomial(mono, level, change, concerns), c) for mono, c in node.items)
    if node.kind in (Is.FORALL, Is.EXISTS):
        body, count = node.args
        return Condition(
            node.kind, (_rename(body, level + 1, change, concerns), _rename(count, level, change, concerns))
        )
    return with_parts(node, [_rename(arg, level, change, concerns) for arg in node.args])


def with_parts(condition: Condition, args: list[Term | Condition]) -> Condition:
    """A condition that binds nothing, in normal form, with other operands."""
    terms = [arg for arg in args if isinstance(arg, Term)]
    parts = [arg for arg in args if isinstance(arg, Condition)]
    match condition.kind:
        case Is.LE:
            return le(terms[0])
        case Is.EQ:
            return eq(terms[0])
        case Is.NE:
            return ne(terms[0])
        case Is.AND:
            return conjunction(parts)
        case Is.OR:
            return disjunction(parts)
        case Is.TRUE | Is.FALSE | Is.FORALL | Is.EXISTS:
            return condition


def _rename_monomial(mono: Monomial, level: int, change: Change, concerns: Concerns) -> Term:
    result = const(1)
    for atom, e in mono:
        new = change(atom, level) or _rename_atom(atom, level, change, concerns)
        result = multiply(result, power(new, e))
    return result


def _rename_atom(atom: Atom, level: int, change: Change, concerns: Concerns) -> Term:
    if not concerns(atom, level):
        return of_atom(atom)
    binds = atom.kind in BINDERS
    args = [_rename(arg, level + (binds and n == 0), change, concerns) for n, arg in enumerate(atom.args)]
    if atom.kind is Kind.ITE:
        test, then, other = args
        assert isinstance(test, Condition) and isinstance(then, Term) and isinstance(other, Term)
        return ite(test, then, other)
    return of_atom(Atom(atom.kind, atom.name, tuple(args), atom.low, atom.high))


def of_closed(kind: Kind, name: str, body: Term | Condition, rest: list[Term]) -> Term:
    """An atom that binds `name` in its body."""
    if kind is Kind.SUM:
        assert isinstance(body, Term)
        return make_sum(name, body, rest[0])
    count = rest[-1].value
    if count is not None and count <= 0:
        return rest[0] if kind is Kind.MAX else const(0 if kind is Kind.FIRST else -1)
    low = {Kind.FIRST: 0, Kind.LAST: -1}.get(kind)
    return of_atom(Atom(kind, "", (close(body, name), *rest), low))


# ---------------------------------------------------------------------------------------------------------------- cases


def ite(test: Condition, then: Term, other: Term) -> Term:
    """then if the test holds, else other; what both have in common is moved out, if what is left are whole numbers."""
    if then == other or test.kind is Is.TRUE:
        return then
    if test.kind is Is.FALSE:
        return other
    if _turned(test):
        test, then, other = negate(test), other, then
    common = _common(then, other)
    if common.items:
        then, other = then - common, other - common
    whole = of_atom(Atom(Kind.ITE, "", (test, then, other)))
    return common + whole if common.items else whole


def _common(one: Term, two: Term) -> Term:
    """Monomials of both that can be moved out; fractions only if none stays, since what stays may not be whole then."""
    mine = dict(two.items)
    common = {mono: c for mono, c in one.items if mine.get(mono) == c}
    rest = (c for mono, c in (*one.items, *two.items) if mono not in common)
    if any(c.denominator != 1 for c in rest):
        common = {mono: c for mono, c in common.items() if c.denominator == 1}
    return from_dict(common)


def _turned(test: Condition) -> bool:
    """Does the normal form use the opposite of this condition?"""
    if test.kind is Is.LE:
        return negate(test).digest < test.digest
    return test.kind in (Is.NE, Is.OR, Is.EXISTS)


def indicator(test: Condition) -> Term:
    return ite(test, const(1), const(0))


def branches(atom: Atom) -> tuple[Condition, Term, Term]:
    """The parts of a case."""
    test, then, other = atom.args
    assert isinstance(test, Condition) and isinstance(then, Term) and isinstance(other, Term)
    return test, then, other


# ----------------------------------------------------------------------------------------------------------------- sums


def make_sum(name: str, body: Term, count: Term) -> Term:
    """The body summed over 0 <= name < count, in normal form."""
    body = expanded(name, body)
    return combine((_monomial_sum(name, mono, count, shift=True), c) for mono, c in body.items)


def expanded(name: str, body: Term) -> Term:
    """The body with every case that depends on `name` as a sum of products with indicators."""
    for _ in range(10):
        cases = [a for a in body.atoms() if a.kind is Kind.ITE and name in a.names and not _is_indicator(a, name)]
        if not cases:
            break
        new = combine((_spread(mono, name), c) for mono, c in body.items)
        if len(new.items) > MOST_MONOMIALS:
            return body
        body = new
    return combine((_merged(mono, name), c) for mono, c in body.items)


def _is_indicator(atom: Atom, name: str) -> bool:
    test, then, other = branches(atom)
    return then.value == 1 and other.value == 0 and all(name in p.names for p in _conjuncts(test))


def _conjuncts(test: Condition) -> tuple[Condition, ...]:
    return test.parts if test.kind is Is.AND else (test,)


def _spread(mono: Monomial, name: str) -> Term:
    result = const(1)
    for atom, e in mono:
        factor = power(of_atom(atom), e)
        if atom.kind is Kind.ITE and name in atom.names and not _is_indicator(atom, name):
            test, then, other = branches(atom)
            inside = indicator(conjunction(p for p in _conjuncts(test) if name in p.names))
            outside = indicator(conjunction(p for p in _conjuncts(test) if name not in p.names))
            chosen = multiply(inside, outside)
            factor = multiply(power(then, e) - power(other, e), chosen) + power(other, e)
        result = multiply(result, factor)
    return result


def _merged(mono: Monomial, name: str) -> Term:
    """A product with one indicator at most for what depends on `name`."""
    tests = [a for a, _ in mono if a.kind is Kind.ITE and name in a.names and _is_indicator(a, name)]
    if not tests:
        return monomial(mono)
    both = indicator(conjunction(branches(a)[0] for a in tests))
    rest = tuple((a, e) for a, e in mono if a not in tests)
    return multiply(monomial(rest), both)


def _monomial_sum(name: str, mono: Monomial, count: Term, *, shift: bool) -> Term:
    free = tuple((a, e) for a, e in mono if name not in a.names)
    mine = tuple((a, e) for a, e in mono if name in a.names)
    if all(a.kind is Kind.SYMBOL for a, _ in mine):
        return multiply(monomial(free), power_sum(sum(e for _, e in mine), count))
    inner = _shifted_sum(name, mine, count) if shift else None
    return multiply(monomial(free), inner if inner is not None else _opaque_sum(name, monomial(mine), count))


def _shifted_sum(name: str, mono: Monomial, count: Term) -> Term | None:
    """The sum with another index, so that the first cell is read at the index itself; None if it is so."""
    offset = _offset(name, mono)
    if offset is None:
        return None
    sign, rest = offset
    index = symbol(name)
    at = index - rest if sign == 1 else rest - index
    body = _replaced_index(monomial(mono), name, at)
    parts = [(_monomial_sum(name, m, count + rest, shift=False), c) for m, c in body.items] if sign == 1 else []
    if sign == 1:
        return combine([*parts, *((_monomial_sum(name, m, rest, shift=False), -c) for m, c in body.items)])
    high = [(_monomial_sum(name, m, rest + 1, shift=False), c) for m, c in body.items]
    return combine([*high, *((_monomial_sum(name, m, rest + 1 - count, shift=False), -c) for m, c in body.items)])


def _replaced_index(body: Term, name: str, at: Term) -> Term:
    from veriabs.closedform.rebuild import Substitution

    return expanded(name, Substitution({name: at})(body))


def _offset(name: str, mono: Monomial) -> tuple[int, Term] | None:
    """Slope and offset of the cell that fixes the index, None if that is the index itself or there is none."""
    found = sorted(_cells(name, mono), key=lambda cell: (-cell[1], cell[0], _order(cell[2]), cell[2].digest))
    if not found:
        return None
    _, sign, rest = found[0]
    return None if sign == 1 and not rest.items else (sign, rest)


def _order(rest: Term) -> Number:
    return constant_part(rest)


def _cells(name: str, mono: Monomial) -> Iterator[tuple[str, int, Term]]:
    """Array, slope (1 or -1) and offset of the cells that are read at index +-name + offset."""
    for atom in (inner for a, _ in mono for inner in walk(of_atom(a))):
        if atom.kind is Kind.CALL and not atom.dangling:
            for arg in atom.args:
                slope = slope_in(arg, name) if isinstance(arg, Term) and name in arg.names else None
                if slope is not None and abs(slope[0]) == 1:
                    yield atom.name, *slope


def walk(node: Term | Condition) -> Iterator[Atom]:
    """Every atom of a term or condition, inner ones included."""
    if isinstance(node, Term):
        for atom in node.atoms():
            yield atom
            for arg in atom.args:
                yield from walk(arg)
    else:
        for arg in node.args:
            yield from walk(arg)


def _opaque_sum(name: str, body: Term, count: Term) -> Term:
    """The sum as an atom, its bound without a small constant part."""
    steps = constant_part(count)
    steps = steps if isinstance(steps, int) and abs(steps) <= MOST_STEPS else 0
    base = count - steps
    explicit = [(_replaced_index(body, name, base + k), 1) for k in range(max(steps, 0))]
    explicit += [(_replaced_index(body, name, base + k), -1) for k in range(min(steps, 0), 0)]
    if not base.items:
        return combine(explicit)
    closed = close(body, name)
    return combine([(of_atom(Atom(Kind.SUM, "", (closed, base))), 1), *explicit])
