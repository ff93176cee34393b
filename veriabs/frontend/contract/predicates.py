"""Translate predicates of clauses to C statements that assume or assert them, each on one line.

A predicate without quantifiers is one condition, a quantifier over a range is a loop. At the top level, or under a
test, the loop asserts or assumes the rest in each iteration; elsewhere it computes a flag.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.quantifiers import QuantifierLoop
from veriabs.frontend.contract.relations import comparison
from veriabs.frontend.contract.scope import ClauseScope, Variable
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Logical, Notation, Quantified
from veriabs.frontend.contract.terms import at, integer_or_none, value
from veriabs.frontend.contract.values import Integer, Object


class PredicateWriter(Struct, frozen=True):
    """Translates a predicate to statements; `fresh` makes names, `held` turns a condition into a statement.

    `chooses`: the predicate is assumed, so an existential variable may be chosen nondeterministically.
    """

    fresh: Callable[[str], str]
    held: Callable[[str], str]
    chooses: bool

    def statement(self, node: ClauseNode, scope: ClauseScope) -> str:
        """Statements that are executed where the predicate has to hold."""
        if not syntax.quantifies(node):
            return self.held(condition(node, scope))
        match node:
            case syntax.At(inner, label):
                return self.statement(inner, at(scope, label))
            case Logical("&&", left, right):
                return f"{self.statement(left, scope)} {self.statement(right, scope)}"
            case Logical("==>", left, right):
                return self._if_statement(left, right, scope)
            case Logical("||", left, right) if not syntax.quantifies(left):
                return f"if (!({condition(left, scope)})) {{ {self.statement(right, scope)} }}"
            case syntax.ConditionalTerm(test, yes, no):
                cases = (test, yes), (syntax.UnaryTerm("!", test), no)
                return " ".join(self._if_statement(guard, then, scope) for guard, then in cases)
            case Quantified(True):
                loop = QuantifierLoop.of(node, scope, self.fresh)
                return loop.around(self.statement(loop.body, loop.scope))
            case Quantified(False) if self.chooses:
                loop = QuantifierLoop.of(node, scope, self.fresh)
                chosen = " ".join(f"{one.type} {one.name};" for one in loop.counters)
                inside = " && ".join(text for one in loop.counters for text in one.tests())
                return f"{{ {chosen} {self.held(inside)} {self.statement(loop.body, loop.scope)} }}"
        first, holds = self.flag(node, scope)
        return f"{{ {first} {self.held(holds)} }}"

    def _if_statement(self, test: ClauseNode, then: ClauseNode, scope: ClauseScope) -> str:
        before, holds = self.flag(test, scope)
        return f"{{ {before} if ({holds}) {{ {self.statement(then, scope)} }} }}".replace("{  if", "{ if")

    def flag(self, node: ClauseNode, scope: ClauseScope) -> tuple[str, str]:
        """Statements, and the condition after them that the predicate holds."""
        if not syntax.quantifies(node):
            return "", condition(node, scope)
        match node:
            case syntax.At(inner, label):
                return self.flag(inner, at(scope, label))
            case syntax.UnaryTerm("!", inner):
                before, test = self.flag(inner, scope)
                return before, f"!({test})"
            case Logical("==>", left, right):
                return self.flag(Logical("||", syntax.UnaryTerm("!", left), right), scope)
            case Logical("&&" | "||" as operator, left, right):
                return self._second(operator, left, right, scope)
            case Logical(operator, left, right):
                first, second = self.flag(left, scope), self.flag(right, scope)
                sign = "==" if operator == "<==>" else "!="
                return f"{first[0]} {second[0]}", f"!({first[1]}) {sign} !({second[1]})"
            case syntax.ConditionalTerm(test, yes, no):
                both = Logical("&&", Logical("==>", test, yes), Logical("||", test, no))
                return self.flag(both, scope)
            case Quantified(universal):
                loop = QuantifierLoop.of(node, scope, self.fresh)
                name = self.fresh("holds")
                before, test = self.flag(loop.body, loop.scope)
                found = f"if (!({test})) {name} = 0;" if universal else f"if ({test}) {name} = 1;"
                return f"_Bool {name} = {int(universal)}; {loop.around(f'{{ {before} {found} }}')}", name
            case _:
                raise scope.refuse("expected a number, not a quantifier")

    def _second(self, operator: str, left: ClauseNode, right: ClauseNode, scope: ClauseScope) -> tuple[str, str]:
        """The right side is evaluated only where the left one leaves it open."""
        name = self.fresh("holds")
        first, test = self.flag(left, scope)
        second, rest = self.flag(right, scope)
        opens = name if operator == "&&" else f"!{name}"
        return f"{first} _Bool {name} = {test}; if ({opens}) {{ {second} {name} = {rest}; }}", name


def condition(node: ClauseNode, scope: ClauseScope) -> str:
    """A predicate without quantifiers as a C condition."""
    match node:
        case syntax.At(operand, label):
            return condition(operand, at(scope, label))
        case syntax.Truth(holds):
            return str(int(holds))
        case syntax.UnaryTerm("!", operand):
            return f"!({condition(operand, scope)})"
        case Logical("&&" | "||" as operator, left, right):
            return f"{_grouped(left, operator, scope)} {operator} {_grouped(right, operator, scope)}"
        case Logical("==>", left, right):
            return f"!({condition(left, scope)}) || {_grouped(right, '||', scope)}"
        case Logical(operator, left, right):
            sign = "==" if operator == "<==>" else "!="
            return f"!({condition(left, scope)}) {sign} !({condition(right, scope)})"
        case syntax.ConditionalTerm(test, yes, no):
            return f"({condition(test, scope)}) ? ({condition(yes, scope)}) : ({condition(no, scope)})"
        case Chain(operands, operators) if len(operators) == 1:
            return _relation(operands[0], operators[0], operands[1], scope)
        case Chain():
            return " && ".join(f"({one})" if "||" in (one := condition(pair, scope)) else one for pair in node.pairs())
        case syntax.Let(name, term, body):
            found = integer_or_none(term, scope)
            if found is None:
                raise scope.refuse(f"\\let {name}: only numbers have a name")
            return condition(body, scope.with_bound(name, Variable("", None, replace(found, text=f"({found.text})"))))
        case _:
            found_value = value(node, scope)
            if isinstance(found_value, Integer | Object):
                return f"{found_value.text} != 0"
            raise scope.refuse("a predicate, such as a comparison, is expected here")


def _relation(left: ClauseNode, operator: str, right: ClauseNode, scope: ClauseScope) -> str:
    """A relation of terms; in CBMC's clauses also of truth values, which are numbers there."""
    sides = (left, right)
    if any(isinstance(one, syntax.ConditionalTerm) for one in sides) and scope.notation is Notation.ACSL:
        return f"({condition(_compare_branches(left, operator, right), scope)})"
    if any(
        isinstance(one, Chain | Logical | syntax.Truth | syntax.ConditionalTerm) or _is_negation(one) for one in sides
    ):
        if scope.notation is not Notation.CPROVER:
            raise scope.refuse("two predicates are compared; use <==> for that")
        texts = (_as_number(one, scope) for one in sides)
        return f" {operator} ".join(texts)
    return comparison(left, operator, right, scope)


def _compare_branches(left: ClauseNode, operator: str, right: ClauseNode) -> ClauseNode:
    """`(t ? a : b) < c` as `t ? a < c : b < c`."""
    if isinstance(left, syntax.ConditionalTerm):
        yes, no = (Chain((one, right), (operator,)) for one in (left.yes, left.no))
        return syntax.ConditionalTerm(left.test, yes, no)
    assert isinstance(right, syntax.ConditionalTerm)
    yes, no = (Chain((left, one), (operator,)) for one in (right.yes, right.no))
    return syntax.ConditionalTerm(right.test, yes, no)


def _is_negation(node: ClauseNode) -> bool:
    return isinstance(node, syntax.UnaryTerm) and node.operator == "!"


def _as_number(node: ClauseNode, scope: ClauseScope) -> str:
    """A term of C, for which the value of a predicate is a number."""
    if isinstance(node, syntax.ConditionalTerm):
        yes, no = _as_number(node.yes, scope), _as_number(node.no, scope)
        return f"(({condition(node.test, scope)}) ? {yes} : {no})"
    if isinstance(node, Chain | Logical | syntax.Truth) or _is_negation(node):
        return f"!!({condition(node, scope)})"
    return value(node, scope).text


def _grouped(node: ClauseNode, operator: str, scope: ClauseScope) -> str:
    """An operand of `&&` or `||`, in parentheses where it needs them."""
    text = condition(node, scope)
    if isinstance(node, Logical) and node.operator == operator:
        return text
    simple = isinstance(node, Chain) and not ("||" in text or "&&" in text and operator == "||")
    return text if simple else f"({text})"
