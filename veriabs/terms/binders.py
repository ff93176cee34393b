"""Open and close binders, and build cases in normal form.

A binder is a term or condition with an index of its own, such as a sum over k or "for all k". Opening it replaces the
index by a symbol that occurs nowhere else (`#3`); the body is then rewritten, and closing makes it an index again. So a
term that is substituted into the body keeps its own indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from veriabs.terms.conditions import conjunction, disjunction, eq, le, ne, negate
from veriabs.terms.terms import (
    BINDERS,
    CACHED,
    Atom,
    Condition,
    Is,
    Kind,
    Term,
    bound,
    const,
    from_dict,
    map_atoms,
    of_atom,
    symbol,
)

# -------------------------------------------------------------------------------------------------- opening and closing


def opened_name(*nodes: Term | Condition) -> str:
    """A name for an index that occurs in none of these nodes."""
    return f"#{max((node.opened for node in nodes), default=0)}"


def reopen(node: Term | Condition, name: str) -> Term | Condition:
    """The body of a binder with the symbol `name` for its index."""

    def change(atom: Atom, level: int) -> Term | None:
        return symbol(name) if atom.kind is Kind.BOUND and atom.name == str(level) else None

    return _rename(node, 0, change, lambda part, level: part.dangling > level)


def close(node: Term | Condition, name: str) -> Term | Condition:
    """Turn the symbol `name` into the index of the enclosing binder."""

    def change(atom: Atom, level: int) -> Term | None:
        return bound(level) if atom.kind is Kind.SYMBOL and atom.name == name else None

    return _rename(node, 0, change, lambda part, level: name in part.names)


Change = Callable[[Atom, int], Term | None]
Concerns = Callable[["Term | Condition | Atom", int], bool]


def _rename(node: Term | Condition, level: int, change: Change, concerns: Concerns) -> Term | Condition:
    if not concerns(node, level):
        return node
    if isinstance(node, Term):
        return map_atoms(node, lambda atom: change(atom, level) or _rename_atom(atom, level, change, concerns))
    if node.kind in (Is.FORALL, Is.EXISTS):
        body, count = node.args
        return Condition(
            node.kind, (_rename(body, level + 1, change, concerns), _rename(count, level, change, concerns))
        )
    return with_parts(node, [_rename(arg, level, change, concerns) for arg in node.args])


def with_parts(condition: Condition, args: list[Term | Condition]) -> Condition:
    """Replace the operands of a condition without binder, in normal form."""
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


def _rename_atom(atom: Atom, level: int, change: Change, concerns: Concerns) -> Term:
    if not concerns(atom, level):
        return of_atom(atom)
    binds = atom.kind in BINDERS
    args = [_rename(arg, level + (binds and n == 0), change, concerns) for n, arg in enumerate(atom.args)]
    if atom.kind is Kind.ITE:
        test, then, other = args
        return ite(condition_of(test), term_of(then), term_of(other))
    return of_atom(Atom(atom.kind, atom.name, tuple(args), atom.low, atom.high))


@lru_cache(CACHED)
def walk(node: Term | Condition) -> tuple[Atom, ...]:
    """Every atom of a term or condition once, nested ones included, each before the atoms inside it."""
    found: dict[Atom, None] = {}
    for part in node.atoms() if isinstance(node, Term) else (node,):
        if isinstance(part, Atom):
            found[part] = None
        for arg in part.args:
            found.update(dict.fromkeys(walk(arg)))
    return tuple(found)


# ---------------------------------------------------------------------------------------------------------------- cases


def ite(test: Condition, then: Term, other: Term) -> Term:
    """`test ? then : other`, in normal form.

    Common monomials move out of both branches if the rest is still an integer term.
    """
    if then == other or test.kind is Is.TRUE:
        return then
    if test.kind is Is.FALSE:
        return other
    if _is_negated(test):
        test, then, other = negate(test), other, then
    common = _common(then, other)
    if common.items:
        then, other = then - common, other - common
    whole = of_atom(Atom(Kind.ITE, "", (test, then, other)))
    return common + whole if common.items else whole


def _common(one: Term, two: Term) -> Term:
    """Monomials of both terms that can move out; fractional ones only if none remains, to keep the rest an integer."""
    mine = dict(two.items)
    common = {mono: c for mono, c in one.items if mine.get(mono) == c}
    rest = (c for mono, c in (*one.items, *two.items) if mono not in common)
    if any(c.denominator != 1 for c in rest):
        common = {mono: c for mono, c in common.items() if c.denominator == 1}
    return from_dict(common)


def _is_negated(test: Condition) -> bool:
    """Whether the normal form uses the negation of this condition."""
    if test.kind is Is.LE:
        return negate(test).digest < test.digest
    return test.kind in (Is.NE, Is.OR, Is.EXISTS)


def indicator(test: Condition) -> Term:
    """1 if the test holds, else 0, as a term."""
    return ite(test, const(1), const(0))


def branches(atom: Atom) -> tuple[Condition, Term, Term]:
    """The test and the two values of a case."""
    test, then, other = atom.args
    return condition_of(test), term_of(then), term_of(other)


def conditions_in(node: Condition | Term) -> Iterator[Condition]:
    """The conditions in a node, itself first, including those below binders."""
    if isinstance(node, Condition):
        yield node
        for arg in node.args:
            yield from conditions_in(arg)
        return
    for atom in node.atoms():
        for arg in atom.args:
            yield from conditions_in(arg)


def term_of(node: Term | Condition) -> Term:
    """The node, which has to be a term."""
    assert isinstance(node, Term)
    return node


def condition_of(node: Term | Condition) -> Condition:
    """The node, which has to be a condition."""
    assert isinstance(node, Condition)
    return node
