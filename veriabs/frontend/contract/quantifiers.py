"""Translate quantifiers to loops: the range of each variable comes from the guards of the body.

    \\forall integer i; lower <= i < upper ==> P         for (long long i = lower; i < upper; i++) { P }
    \\exists integer i; lower <= i < upper && P          the same loop, in which one iteration has to satisfy P

In ACSL the ends are numbers; in CBMC's clauses they are values of C's types, compared by C's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from veriabs.core.types import INT, LLONG, ULLONG, IntType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.numbers import type_named
from veriabs.frontend.contract.relations import comparison
from veriabs.frontend.contract.scope import ClauseScope, Variable
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Logical, Notation, Quantified
from veriabs.frontend.contract.terms import integer_or_none
from veriabs.frontend.contract.values import Integer, leaf


class Counter(Struct, frozen=True):
    """A loop over the values of one variable: from `first` while `test` holds."""

    name: str
    type: str
    first: str
    test: str

    def tests(self) -> tuple[str, str]:
        return f"{self.name} >= {self.first}", self.test


class QuantifierLoop(Struct, frozen=True):
    """The loops of a quantifier, outermost first, and the remaining condition inside them."""

    counters: tuple[Counter, ...]
    body: ClauseNode
    scope: ClauseScope

    @classmethod
    def of(cls, node: Quantified, scope: ClauseScope, fresh: Callable[[str], str]) -> QuantifierLoop:
        """Find the ranges in the guards: `lower <= i < upper ==> body` for \\forall, `&& body` for \\exists."""
        guards, body = _guarded(node)
        waiting = {name: ctype for ctype, name in node.binders}
        relations = [one for guard in guards for one in _relations(guard)]
        if scope.notation is Notation.ACSL:  # C converts operands, so its relations are not transitive
            relations = _closed(relations, set(waiting))
        counters, tested = [], set[ClauseNode]()
        while waiting:
            for name in waiting:
                found = _range(name, waiting, relations, scope, fresh)
                if found is not None:
                    counters.append(found.counter)
                    scope = scope.with_bound(name, found.variable)
                    tested |= found.guards
                    del waiting[name]
                    break
            else:
                name = next(iter(waiting))
                raise scope.refuse(f"a quantifier over {name} without a range such as 0 <= {name} < n")
        for one in reversed([guard for guard in guards if guard not in tested]):
            body = Logical("==>" if node.universal else "&&", one, body)
        return cls(tuple(counters), body, scope)

    def around(self, statement: str) -> str:
        for one in reversed(self.counters):
            statement = f"for ({one.type} {one.name} = {one.first}; {one.test}; {one.name}++) {{ {statement} }}"
        return statement


def _guarded(node: Quantified) -> tuple[list[ClauseNode], ClauseNode]:
    """The guards, relations one by one, and the rest."""
    body, guards = node.body, list[ClauseNode]()
    if node.universal:
        while isinstance(body, Logical) and body.operator == "==>":
            guards += syntax.conjuncts(body.left)
            body = body.right
    else:
        parts = list(syntax.conjuncts(body))
        guards = [one for one in parts if isinstance(one, Chain)]
        rest = [one for one in parts if not isinstance(one, Chain)]
        body = rest[0] if rest else syntax.Truth(True)
        for one in rest[1:]:
            body = Logical("&&", body, one)
    return [pair for one in guards for pair in (one.pairs() if isinstance(one, Chain) else (one,))], body


class _Relation(Struct, frozen=True):
    """`low < high`, or `<=` if not strict; `guard` is its source, or None if it follows from several."""

    low: ClauseNode
    high: ClauseNode
    strict: bool
    guard: ClauseNode | None


def _relations(guard: ClauseNode) -> Iterator[_Relation]:
    match guard:
        case Chain((left, right), ("<" | "<=" as operator,)):
            yield _Relation(left, right, operator == "<", guard)
        case Chain((left, right), (">" | ">=" as operator,)):
            yield _Relation(right, left, operator == ">", guard)


def _closed(relations: list[_Relation], bound: set[str]) -> list[_Relation]:
    """The relations with their consequences through variables of the quantifier: `i < n` from `i < j < n`."""
    found = list(relations)
    for _ in bound:
        for one in list(found):
            for other in relations:
                if isinstance(one.high, syntax.Name) and one.high.name in bound and one.high == other.low:
                    found.append(_Relation(one.low, other.high, one.strict or other.strict, None))
    return found


class _Range(Struct, frozen=True):
    """The loop over the values of a variable, the variable in it, and the guards that the loop replaces."""

    counter: Counter
    variable: Variable
    guards: frozenset[ClauseNode]


def _range(
    name: str, waiting: Mapping[str, str], relations: list[_Relation], scope: ClauseScope, fresh: Callable[[str], str]
) -> _Range | None:
    """The range of a variable between terms free of variables without range; None if there is none."""
    variable = syntax.Name(name)
    limited = type_named(waiting[name], scope)
    if limited is not None and not isinstance(limited, IntType):
        raise scope.refuse(f"a quantifier over {waiting[name]}")
    lowers = [one for one in relations if one.high == variable and not syntax.names(one.low) & waiting.keys()]
    uppers = [one for one in relations if one.low == variable and not syntax.names(one.high) & waiting.keys()]
    if not uppers or (not lowers and (limited is None or limited.signed)):
        return None
    lower, upper = lowers[0] if lowers else _Relation(syntax.Number("0"), variable, False, None), uppers[0]
    guards = frozenset(one.guard for one in (lower, upper) if one.guard is not None)
    if scope.notation is Notation.CPROVER:
        found = None if limited is None else _c_type_loop(limited, lower, upper, scope, fresh(name))
    else:
        found = _integer_loop(variable, limited, (lower, upper), scope, fresh(name))
    return None if found is None else _Range(*found, guards)


def _integer_loop(
    variable: syntax.Name, limited: IntType | None, ends: tuple[_Relation, _Relation], scope: ClauseScope, counter: str
) -> tuple[Counter, Variable] | None:
    """The loop over integers, all of which the variable's type must contain."""
    lower, upper = ends
    first = integer_or_none(plus(lower.low, int(lower.strict)), scope)
    end, strict = upper.high, upper.strict
    if not strict and _is_predecessor(end):
        end, strict = plus(end, 1), True
    limit = integer_or_none(end, scope)
    most = (1 << 64) - 1 if limit is None else limit.high - int(strict)
    if first is None or (limited is not None and not (limited.lowest <= first.low and most <= limited.highest)):
        return None
    machine = next((one for one in (LLONG, ULLONG) if one.lowest <= first.low and most <= one.highest), None)
    if machine is None or (most >= machine.highest and not strict):
        return None  # the loop would not end where the limit is the largest number
    meaning = Variable(counter, None, Integer(counter, first.low, max(first.low, most), machine), local=True)
    test = comparison(variable, "<" if strict else "<=", end, scope.with_bound(variable.name, meaning))
    return Counter(counter, machine.name, first.text, test), meaning


def _c_type_loop(
    limited: IntType, lower: _Relation, upper: _Relation, scope: ClauseScope, counter: str
) -> tuple[Counter, Variable] | None:
    """The loop over values of a C type; its counter is wide enough to pass the last one.

    Each bound has its value in the type in which C compares it, and that type must contain the variable's values.
    """
    first, last = (integer_or_none(one, scope) for one in (lower.low, upper.high))
    if first is None or last is None:
        return None
    common = [_common(limited, one.type) for one in (first, last)]
    if any(limited.signed and not one.signed for one in common):
        return None  # C compares negative numbers as large ones
    if common[0].signed and first.low < limited.lowest:
        return None
    if upper.strict and not lower.strict and common[1] == limited and first.low >= 0:
        plain = Counter(counter, limited.name, first.text, f"{counter} < {last.text}")
        return plain, Variable("", None, leaf(counter, limited), True)
    if any(one.bits == 64 and strict for one, strict in zip(common, (lower.strict, not upper.strict), strict=True)):
        return None
    machine = ULLONG if any(one.bits == 64 and not one.signed for one in common) else LLONG
    begin = f"({machine.name})({common[0].name})({first.text})" + (" + 1" if lower.strict else "")
    test = f"{counter} {'<' if upper.strict else '<='} ({machine.name})({common[1].name})({last.text})"
    if common[1].highest > limited.highest:
        test += f" && {counter} <= {limited.highest}{'ULL' if machine == ULLONG else 'LL'}"
    meaning = Variable("", None, leaf(f"({limited.name}){counter}", limited), True)
    return Counter(counter, machine.name, begin, test), meaning


def _common(first: IntType, second: IntType) -> IntType:
    """The type in which C compares values of two types (C11 6.3.1.8)."""
    wide = [INT if one.bits < INT.bits else one for one in (first, second)]
    return max(wide, key=lambda one: (one.bits, not one.signed))


def _is_predecessor(node: ClauseNode) -> bool:
    """Is the term `x - 1`?"""
    return isinstance(node, syntax.BinaryTerm) and node.operator == "-" and node.right == syntax.Number("1")


def plus(node: ClauseNode, more: int) -> ClauseNode:
    """The term `node + more`; `x - 1` and one is `x`."""
    if more == 1 and isinstance(node, syntax.BinaryTerm) and _is_predecessor(node):
        return node.left
    return syntax.BinaryTerm("+", node, syntax.Number(str(more))) if more else node
