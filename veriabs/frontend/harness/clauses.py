r"""Translate clauses of a contract into statements of the generated `main`.

    requires n > 0;          if (!(n > 0)) abort();
    ensures \result >= 0;          __VERIFIER_assert(result >= 0);

Earlier clauses restrict the ranges of later terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.source import Where
from veriabs.core.types import INT, FloatType, IntType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.contract import Predicate
from veriabs.frontend.contract.predicates import Writer
from veriabs.frontend.contract.scope import OldValues, Scope, Variable
from veriabs.frontend.contract.syntax import Chain, Node, Notation
from veriabs.frontend.contract.terms import integer_or_none
from veriabs.frontend.contract.values import Integer, comparison_text, leaf
from veriabs.frontend.harness.names import Lines, Names
from veriabs.frontend.typed.tree import Typed
from veriabs.frontend.typed.types import arithmetic

_ASSUMED, _ASSERTED = "if (!({})) abort();", "__VERIFIER_assert({});"


class Clauses(Struct):
    """Translates the clauses of one function.

    `variables` maps names of the contract to their meaning; `limits` are the ranges of the parameters after the clauses
    translated so far; `old` and `result` exist after the call.
    """

    names: Names
    types: Typed
    variables: dict[str, Variable]
    lines: Lines
    old: OldValues | None = None
    result: Variable | None = None
    limits: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)

    def scope(self, where: Where, notation: Notation, *, behind: bool = False) -> Scope:
        """The meaning of names in a clause; after the call (`behind`) there are old values and a result."""
        known = dict(self.variables)
        for name, (low, high) in self.limits.items():
            ctype = arithmetic(known[name].type)
            if isinstance(ctype, IntType) and notation is Notation.ACSL:
                known[name] = replace(known[name], number=leaf(known[name].text, ctype, low, high))
        ends = (self.result, self.old) if behind else (None, None)
        return Scope(where, notation, self.types, known, *ends)

    def assumed(self, condition: Predicate) -> str:
        """Statements that end the run if the predicate is false, at its place; later clauses rely on it."""
        text = self._clause_code(condition, _ASSUMED, chooses=True)
        self._learn(condition)
        return text

    def asserted(self, condition: Predicate, *, behind: bool = False) -> str:
        """Statements that report a violation if the predicate is false, at its place."""
        return self._clause_code(condition, _ASSERTED, chooses=False, behind=behind)

    def _clause_code(self, condition: Predicate, pattern: str, *, chooses: bool, behind: bool = False) -> str:
        writer = Writer(self.names.fresh, pattern.format, chooses)
        scope = self.scope(condition.where, condition.notation, behind=behind)
        statement = " ".join(writer.statement(condition.node, scope).split())
        return self.lines.placed(condition.where, statement)

    def most(self, node: Node, scope: Scope) -> int:
        """The largest possible value of a term by the known ranges."""
        if isinstance(node, syntax.Name) and (high := self.limits.get(node.name, (None, None))[1]) is not None:
            return high
        found = integer_or_none(node, scope)
        return 1 << 64 if found is None else found.high

    def type_of(self, name: str) -> IntType | FloatType | None:
        """The arithmetic type of a parameter that the function only reads."""
        variable = self.variables.get(name)
        return arithmetic(variable.type) if variable is not None and variable.local else None

    def limit(self, name: str, least: int | None, most: int | None) -> None:
        """Record the range of a parameter that the statements so far admit."""
        low, high = self.limits.get(name, (None, None))
        low = least if low is None else low if least is None else max(low, least)
        high = most if high is None else high if most is None else min(high, most)
        self.limits[name] = (low, high)

    def _learn(self, condition: Predicate) -> None:
        """Record the range that `x <= 10` implies for a constant parameter; in C only without negative ints."""
        if not isinstance(condition.node, Chain):
            return
        for pair in condition.node.pairs():
            left, right = pair.operands
            operator = pair.operators[0]
            self._limit(left, operator, right, condition)
            self._limit(right, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator), left, condition)

    def _limit(self, node: Node, operator: str, other: Node, condition: Predicate) -> None:
        if not isinstance(node, syntax.Name) or node.name not in self.variables:
            return
        variable = self.variables[node.name]
        constant = integer_or_none(other, self.scope(condition.where, condition.notation))
        if constant is None or constant.low != constant.high or not variable.local or variable.number is not None:
            return
        if not isinstance(arithmetic(variable.type), IntType) or variable.type is None:
            return
        if condition.notation is Notation.CPROVER and (constant.low < 0 or constant.type != INT):
            return
        least = {">": constant.low + 1, ">=": constant.low, "==": constant.low}.get(operator)
        most = {"<": constant.low - 1, "<=": constant.low, "==": constant.low}.get(operator)
        self.limit(node.name, least, most)


def split_by_pointers(conditions: Iterable[Predicate], pointers: Set[str]) -> tuple[list[Predicate], list[Predicate]]:
    """The conditions that mention no pointer, which are assumed before there are objects, and the others."""
    early, late = list[Predicate](), list[Predicate]()
    for one in conditions:
        (late if syntax.names(one.node) & pointers else early).append(one)
    return early, late


def largest(sizes: list[Integer]) -> Integer:
    """The largest of some numbers of elements, which is enough for each of them."""
    found = sizes[0]
    for one in sizes[1:]:
        text = f"({comparison_text(found, '>', one)} ? {found.text} : {one.text})"
        wider = found.type if found.type.bits >= one.type.bits else one.type
        found = Integer(text, max(found.low, one.low), max(found.high, one.high), wider)
    return found
