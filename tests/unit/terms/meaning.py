"""The semantics of terms and conditions: their value under an assignment, the reference for all tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.evaluate import remainder, truncated
from veriabs.terms.terms import Atom, Condition, Is, Kind, Number, Term


class Assignment(Struct, frozen=True):
    """Values of symbols and functions; `bound` are the indices of enclosing binders, innermost first."""

    symbols: Mapping[str, int]
    function: Callable[[str, tuple[int, ...]], int]
    bound: tuple[int, ...] = ()

    def term(self, term: Term) -> int:
        """The integer value of a term."""
        result: Number = 0
        for mono, c in term.items:
            for atom, e in mono:
                c = c * self.atom(atom) ** e
            result += c
        assert result.denominator == 1, "a term that is not whole"
        return int(result)

    def condition(self, condition: Condition) -> bool:
        """Whether a condition holds."""
        match condition.kind:
            case Is.TRUE | Is.FALSE:
                return condition.kind is Is.TRUE
            case Is.LE:
                return self.term(condition.term) <= 0
            case Is.EQ:
                return self.term(condition.term) == 0
            case Is.NE:
                return self.term(condition.term) != 0
            case Is.AND:
                return all(map(self.condition, condition.parts))
            case Is.OR:
                return any(map(self.condition, condition.parts))
            case Is.FORALL | Is.EXISTS:
                count, part = self._integer(condition.args[1]), condition.parts[0]
                holds = (self._at_index(k).condition(part) for k in range(count))
                return all(holds) if condition.kind is Is.FORALL else any(holds)

    def _at_index(self, index: int) -> Assignment:
        return replace(self, bound=(index, *self.bound))

    def _integer(self, node: Term | Condition) -> int:
        assert isinstance(node, Term)
        return self.term(node)

    def _holds(self, node: Term | Condition) -> bool:
        assert isinstance(node, Condition)
        return self.condition(node)

    def atom(self, atom: Atom) -> int:
        """The value of an atom."""
        args = atom.args
        match atom.kind:
            case Kind.SYMBOL:
                return self.symbols[atom.name]
            case Kind.BOUND:
                return self.bound[int(atom.name)]
            case Kind.CALL:
                return self.function(atom.name, tuple(self._integer(arg) for arg in args))
            case Kind.ITE:
                return self._integer(args[1] if self._holds(args[0]) else args[2])
            case Kind.DIV | Kind.MOD:
                return _divide(atom.kind, self._integer(args[0]), self._integer(args[1]))
            case Kind.WRAP:
                assert atom.low is not None and atom.high is not None
                return (self._integer(args[0]) - atom.low) % (atom.high - atom.low + 1) + atom.low
            case Kind.POWER:
                return int(int(atom.name) ** max(self._integer(args[0]), 0))
            case _:
                return self._binder(atom)

    def _binder(self, atom: Atom) -> int:
        body, count = atom.args[0], self._integer(atom.args[-1])
        inside = range(count)
        match atom.kind:
            case Kind.SUM if count < 0:
                return -sum(self._at_index(k)._integer(body) for k in range(count, 0))
            case Kind.SUM:
                return sum(self._at_index(k)._integer(body) for k in inside)
            case Kind.MAX:
                return max([self._integer(atom.args[1]), *(self._at_index(k)._integer(body) for k in inside)])
            case Kind.FIRST:
                return next((k for k in inside if self._at_index(k)._holds(body)), max(count, 0))
            case _:
                return next((k for k in reversed(inside) if self._at_index(k)._holds(body)), -1)


def _divide(kind: Kind, left: int, right: int) -> int:
    """Division as in C; the value for divisor 0 is arbitrary."""
    if right == 0:
        return 0
    return truncated(left, right) if kind is Kind.DIV else remainder(left, right)
