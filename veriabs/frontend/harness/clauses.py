r"""Translate clauses of a contract into statements of the generated `main`.

    requires n > 0;          if (!(n > 0)) abort();
    ensures \result >= 0;          __VERIFIER_assert(result >= 0);

Earlier clauses restrict the ranges of later terms. Sizes of objects, such as `n + 1` or `p->n`, are terms of ACSL too.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Set

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.precondition import LVALUE
from veriabs.core.source import Task, Where
from veriabs.core.types import INT, LLONG, FloatType, IntType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.contract import Predicate
from veriabs.frontend.contract.predicates import PredicateWriter
from veriabs.frontend.contract.scope import ClauseScope, OldValues, Variable
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Notation
from veriabs.frontend.contract.terms import integer_or_none, number
from veriabs.frontend.contract.values import Integer, comparison_text, leaf
from veriabs.frontend.harness.names import FreshNames, ParserPlaces, generated
from veriabs.frontend.nodes import place_of
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import arithmetic

_ASSUMED, _ASSERTED = "if (!({})) abort();", "__VERIFIER_assert({});"


class Clauses(Struct):
    """Translates the clauses of one function.

    `variables` maps names of the contract to their meaning; `limits` are the ranges of the parameters after the clauses
    translated so far; `old` and `result` exist after the call.
    """

    names: FreshNames
    types: TypedTree
    variables: dict[str, Variable]
    lines: ParserPlaces
    old: OldValues | None = None
    result: Variable | None = None
    limits: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)

    def scope(self, where: Where, notation: Notation, *, behind: bool = False) -> ClauseScope:
        """The meaning of names in a clause; after the call (`behind`) there are old values and a result."""
        known = dict(self.variables)
        for name, (low, high) in self.limits.items():
            ctype = arithmetic(known[name].type)
            if isinstance(ctype, IntType) and notation is Notation.ACSL:
                known[name] = replace(known[name], number=leaf(known[name].text, ctype, low, high))
        ends = (self.result, self.old) if behind else (None, None)
        return ClauseScope(where, notation, self.types, known, *ends)

    def assumed(self, condition: Predicate) -> str:
        """Statements that end the run if the predicate is false, at its place; later clauses rely on it."""
        text = self._clause_code(condition, _ASSUMED, chooses=True)
        self._learn(condition)
        return text

    def asserted(self, condition: Predicate, *, behind: bool = False) -> str:
        """Statements that report a violation if the predicate is false, at its place."""
        return self._clause_code(condition, _ASSERTED, chooses=False, behind=behind)

    def _clause_code(self, condition: Predicate, pattern: str, *, chooses: bool, behind: bool = False) -> str:
        writer = PredicateWriter(self.names.fresh, pattern.format, chooses)
        scope = self.scope(condition.where, condition.notation, behind=behind)
        statement = " ".join(writer.statement(condition.node, scope).split())
        return self.lines.placed(condition.where, statement)

    def most(self, node: ClauseNode, scope: ClauseScope) -> int:
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

    def _limit(self, node: ClauseNode, operator: str, other: ClauseNode, condition: Predicate) -> None:
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


# ------------------------------------------------------------------------------------------------------------- sizes

MOST = 1 << 40
"""Elements that an object has at most (docs/soundness.md)."""


class SizeReader(Struct, frozen=True):
    """Reads the sizes of one function's objects; `given` are those from `--array`, whose errors name the option."""

    task: Task
    function: c_ast.FuncDef
    clauses: Clauses
    given: Mapping[str, str]

    def with_variables(self, size: str, key: str) -> Generator[str, None, str]:
        """The size with a new variable in place of each member such as `p->n`, whose range is then known."""
        own = dict[str, str]()
        for lvalue in re.findall(LVALUE, size):
            if lvalue.isidentifier() or lvalue in own:
                continue
            value, name = self.count(self.parse(lvalue, key), lvalue, key), self.clauses.names.fresh("size")
            yield generated(f"{value.type.name} {name} = {value.text};")
            self.clauses.variables[name] = Variable(name, value.type, local=True)
            own[lvalue] = name
        return re.sub(LVALUE, lambda found: own.get(found[0], found[0]), size)

    def parse(self, size: str, key: str) -> ClauseNode:
        from veriabs.frontend.contract.reader import read_clause  # imported late: brings lark, and few programs need it

        where = place_of(self.function.decl, self.task)
        try:
            return read_clause(size, Notation.ACSL, where)
        except (InputError, UnsupportedError) as error:
            raise self._error(size, key, error) from error

    def count(self, node: ClauseNode, size: str, key: str) -> Integer:
        where = place_of(self.function.decl, self.task)
        try:
            return number(node, self.clauses.scope(replace(where, column=0), Notation.ACSL))
        except (InputError, UnsupportedError) as error:
            raise self._error(size, key, error) from error

    def _error(self, size: str, key: str, error: Exception) -> InputError | UnsupportedError:
        if key in self.given:
            reason = str(error).replace(" in a contract is not", " is not")
            return InputError(f"--array {key}:{size}: {reason}")
        where = place_of(self.function.decl, self.task)
        return UnsupportedError(f"{where}: the number of elements of {key}, {size}, cannot be computed")

    def limited(self, last: ClauseNode, *, downwards: bool = False) -> Iterator[str]:
        """Statements that exclude values of an index like `n`, `n - 1` or `2 * n` that are too large for any object."""
        match last:
            case syntax.Name() as name:
                pass
            case syntax.BinaryTerm("+" | "-", syntax.Name() as name, syntax.Number()):
                pass
            case _:
                if (
                    isinstance(last, syntax.BinaryTerm)
                    and last.operator == "-"
                    and isinstance(last.right, syntax.Number)
                ):
                    last = last.left  # an index such as `2 * n - 1`
                yield from self._limited_terms(last)
                return
        ctype = self.clauses.type_of(name.name)
        if not isinstance(ctype, IntType) or ctype.bits < LLONG.bits:
            return
        text = self.clauses.variables[name.name].text
        if ctype.signed and downwards:
            yield generated(f"if ({text} < -{MOST}LL) abort();")
        yield generated(f"if ({text} > {MOST}) abort();")
        self.clauses.limit(name.name, -MOST if ctype.signed and downwards else None, MOST)

    def _limited_terms(self, node: ClauseNode) -> Iterator[str]:
        """Statements that exclude too large values of the unsigned variables of an index of an object."""
        bounds = dict[str, int]()
        if not self._bound_terms(node, MOST, bounds):
            return
        for name, highest in bounds.items():
            ctype = self.clauses.type_of(name)
            if isinstance(ctype, IntType) and ctype.bits >= LLONG.bits:
                yield generated(f"if ({self.clauses.variables[name].text} > {highest}ULL) abort();")
                self.clauses.limit(name, None, highest)

    def _bound_terms(self, node: ClauseNode, most: int, bounds: dict[str, int]) -> bool:
        """Collect what a term of at most `most` implies for its variables; False if an operand may be negative."""
        match node:
            case syntax.Number():
                return True
            case syntax.Name(name) if most <= LLONG.highest:
                ctype = self.clauses.type_of(name)
                bounds[name] = min(most, bounds.get(name, most))
                return isinstance(ctype, IntType) and not ctype.signed
            case syntax.BinaryTerm("+", left, right):
                return self._bound_terms(left, most, bounds) and self._bound_terms(right, most, bounds)
            case syntax.BinaryTerm("*", syntax.Number() as n, term) | syntax.BinaryTerm(
                "*", term, syntax.Number() as n
            ):
                return self._constant(n) > 0 and self._bound_terms(term, most, bounds)
            case syntax.BinaryTerm("/", other, syntax.Number() as divisor):
                value = self._constant(divisor)
                return value > 0 and self._bound_terms(other, (most + 1) * value, bounds)
            case _:
                return False

    def _constant(self, node: syntax.Number) -> int:
        """The value of an integer literal; 0 for other literals."""
        found = integer_or_none(node, self.clauses.scope(place_of(self.function.decl, self.task), Notation.ACSL))
        return 0 if found is None else found.low
