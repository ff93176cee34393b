"""Print terms as readable mathematics."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct, field

from veriabs.core.program import cell_text
from veriabs.core.types import INT, LLONG, ULLONG, UNSIGNED, IntType
from veriabs.terms.binders import reopen
from veriabs.terms.terms import BINDERS, Atom, Condition, Is, Kind, Monomial, Number, Term, combine, const, index_name

_TYPES = {
    (one.lowest, one.highest): one.name
    for one in (*(INT, UNSIGNED, LLONG, ULLONG), IntType("short", 16, True), IntType("unsigned short", 16, False))
} | {(-128, 127): "signed char", (0, 255): "unsigned char"}
_INDICES = ("k", "l", "p", "q", "r")


class Mathematics(Struct, frozen=True):
    """Prints terms; `spelled` maps symbols and arrays to names of the user's program."""

    spelled: Mapping[str, str] = field(default_factory=dict)
    level: int = 0

    def term(self, term: Term) -> str:
        """The polynomial with its leading terms first."""
        if not term.items:
            return "0"
        parts = [self._part(m, c) for m, c in term.items]
        text = "".join((" - " if negative else " + ") + part for part, negative, _, _ in sorted(parts, key=_rank))
        return text[3:] if text.startswith(" + ") else "-" + text[3:]

    def _part(self, mono: Monomial, coefficient: Number) -> tuple[str, bool, int, int]:
        """The text, its sign, and the number and degree of the factors; `-max(a, b)` is printed as `min(-a, -b)`."""
        least = next((atom for atom, e in mono if atom.kind is Kind.MAX and e == 1), None) if coefficient < 0 else None
        text = self._monomial(mono, coefficient, least)
        return text, coefficient < 0 and least is None, len(mono), sum(e for _, e in mono)

    def _monomial(self, mono: Monomial, coefficient: Number, least: Atom | None = None) -> str:
        factors = [self._factor(atom, e) if atom is not least else self._binder(atom, -1) for atom, e in mono]
        size = Fraction(coefficient) if coefficient > 0 else -Fraction(coefficient)
        if size.numerator != 1 or not factors:
            factors.insert(0, str(size.numerator))
        text = "*".join(factors)
        return text if size.denominator == 1 else f"{text}/{size.denominator}"

    def _factor(self, atom: Atom, exponent: int) -> str:
        text = self.atom(atom)
        return text if exponent == 1 else f"{text}^{exponent}"

    def atom(self, atom: Atom) -> str:
        """One atom."""
        if atom.kind in BINDERS:
            return self._binder(atom)
        args = [self.node(arg) for arg in atom.args]
        match atom.kind:
            case Kind.SYMBOL:
                return self._symbol(atom.name)
            case Kind.CALL:
                return self._call(atom.name, args)
            case Kind.ITE:
                return f"({args[0]} ? {args[1]} : {args[2]})"
            case Kind.DIV | Kind.MOD:
                return f"(({args[0]}) {'/' if atom.kind is Kind.DIV else '%'} ({args[1]}))"
            case Kind.WRAP:
                return f"({_TYPES.get((atom.low or 0, atom.high or 0), 'wrap')})({args[0]})"
            case Kind.POWER:
                return f"{atom.name}^({args[0]})" if int(atom.name) >= 0 else f"({atom.name})^({args[0]})"
            case _:
                return f"[{atom.name}]"

    def _symbol(self, name: str) -> str:
        known = {index_name(0): "j", index_name(1): "i"} if index_name(1) in self.spelled else {index_name(0): "j"}
        return self.spelled.get(name) or known.get(name) or name.removeprefix("~")

    def _call(self, name: str, args: list[str]) -> str:
        spelled = self.spelled.get(name, name.removeprefix("~"))
        if name in self.spelled or "@" in name:
            return cell_text(spelled, args)
        return f"{spelled}({', '.join(args)})"

    def _binder(self, atom: Atom, sign: int = 1) -> str:
        """A sum, an extreme or a search; a maximum with the sign -1 is a minimum."""
        index = _INDICES[self.level % len(_INDICES)]
        name = f"#{atom.opened}"
        inner = Mathematics({**self.spelled, name: index}, self.level + 1)
        body = inner.node(_signed(reopen(atom.args[0], name), sign))
        if atom.kind is Kind.SUM and " " in body:
            body = f"({body})"
        rest = [self.node(_signed(arg, sign)) for arg in atom.args[1:-1]] + [self.node(atom.args[-1])]
        span = f"0 <= {index} < {rest[-1]}"
        match atom.kind:
            case Kind.SUM:
                return f"(sum {body} for {span})"
            case Kind.MAX:
                return f"{'max' if sign > 0 else 'min'}({rest[0]}, {body} for {span})"
            case Kind.FIRST:
                return f"(first {span} with {body})"
            case _:
                return f"(last {span} with {body})"

    def node(self, node: Term | Condition) -> str:
        return self.term(node) if isinstance(node, Term) else self.condition(node)

    def condition(self, condition: Condition) -> str:
        """A condition; comparisons have no negative coefficients."""
        match condition.kind:
            case Is.LE | Is.EQ | Is.NE:
                return self._comparison(condition)
            case Is.AND | Is.OR:
                joint = " && " if condition.kind is Is.AND else " || "
                texts = [self.condition(p) for p in condition.parts]
                return joint.join(f"({t})" if " && " in t or " || " in t else t for t in texts)
            case Is.FORALL | Is.EXISTS:
                index, name = _INDICES[self.level % len(_INDICES)], f"#{condition.opened}"
                inner = Mathematics({**self.spelled, name: index}, self.level + 1)
                word = "for all" if condition.kind is Is.FORALL else "for some"
                body = inner.node(reopen(condition.args[0], name))
                return f"({word} 0 <= {index} < {self.node(condition.args[1])}: {body})"
            case Is.TRUE | Is.FALSE:
                return str(condition.kind.value)

    def _comparison(self, condition: Condition) -> str:
        items = condition.term.items
        left = combine((Term(((m, c),)), 1) for m, c in items if c > 0)
        right = combine((Term(((m, c),)), -1) for m, c in items if c < 0)
        sign = {Is.LE: "<=", Is.EQ: "==", Is.NE: "!="}[condition.kind]
        if sign == "<=" and left.items and (value := left.value) is not None and value == 1 and right.items:
            return f"{self.term(const(0))} < {self.term(right)}"
        if sign == "<=" and ((), 1) in left.items:
            return f"{self.term(left - 1)} < {self.term(right)}"
        return f"{self.term(left)} {sign} {self.term(right)}"


def _signed(node: Term | Condition, sign: int) -> Term | Condition:
    return combine([(node, sign)]) if isinstance(node, Term) else node


def _rank(part: tuple[str, bool, int, int]) -> tuple[int, int, int, str]:
    text, negative, factors, degree = part
    return (-degree, -factors, negative, text)


def show(node: Term | Condition) -> str:
    """The text with internal symbol names, for developers."""
    return Mathematics().node(node)
