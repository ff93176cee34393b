"""Translate the functions of certificates to ACSL: a recursive definition each, and lemmas with induction steps.

First-order provers know no induction. Each lemma comes with its own induction axiom: if it holds at 0, and at m + 1
whenever it holds at m, then it holds at n. The lemma therefore is a goal to prove, not an assumption.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import reduce

from msgspec import Struct, field

from veriabs.annotate.aggregates import TWIN, is_of_same_cells
from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, walk
from veriabs.core.expressions import Apply, Expr, Var
from veriabs.core.program import Array
from veriabs.core.types import INT
from veriabs.proofcheck.definitions import BEFORE, Definition, DefinitionLemma, Theory, Variables
from veriabs.proofcheck.terms import CONVERSIONS, SmtTerm, conjunction, implies, parse, replace_all, show

Arrays = Mapping[str, Array]
Types = tuple[str, ...]
"""The cell types of the array parameters of a function, in order."""

_FIRST, _SECOND = "L1", "L2"
_INFIX = {"=": "==", "distinct": "!=", "or": "||", "=>": "==>", "quotient": "/", "remainder": "%", "div": "/"}
"""How ACSL writes each operator; `div` can be `/`, since the dividend is always a multiple of the divisor."""

_BINDING = {"==>": 2, "||": 3, "&&": 4, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7}
_BINDING |= {"+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
_UNARY, _PRIMARY = 11, 12
_BITS = {"and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>"}
_NARROW = {"8": "char", "16": "short", "32": "int", "64": "long long"}


class UndefinedError(Exception):
    """A term that ACSL definitions cannot express."""


def with_instances(expr: Expr, arrays: Arrays) -> Expr:
    """Rename the functions in the expression to their instances for the array types of their arguments."""

    def change(part: Expr) -> Expr:
        return replace(part, function=_name(part.function, _types(part, arrays))) if isinstance(part, Apply) else part

    return map_parts(expr, change)


def definitions(theory: Theory, facts: Iterable[Expr], arrays: Arrays) -> list[str]:
    """The ACSL lines that define the functions in the facts, with the lemmas about them."""
    used = {(part.function, _types(part, arrays)) for fact in facts for part in walk(fact) if isinstance(part, Apply)}
    defined = list(dict.fromkeys(one for name, types in sorted(used) for one in _Defined.of(theory, name, types)))
    known = {(one.function.name, one.types) for one in defined}
    found = [*(one.definition() for one in defined), *(line for one in defined for line in one.lemmas(known))]
    lines = [line for text in found for line in text.splitlines()]
    return [f"{'    ' if number else '/*@ '}{line}" for number, line in enumerate(lines)] + ["*/"] if lines else []


def _types(part: Apply, arrays: Arrays) -> Types:
    return tuple(one.type.name for one in part.arguments if isinstance(one, Var) and one.name in arrays)


def _name(function: str, types: Types) -> str:
    return "_".join((function, *(word for one in types if one != INT.name for word in one.split())))


class _Defined(Struct, frozen=True):
    """A function instantiated for these array types."""

    theory: Theory
    function: Definition
    types: Types

    @classmethod
    def of(cls, theory: Theory, name: str, types: Types) -> Iterator[_Defined]:
        """The function with that name, after the functions that it calls."""
        own = cls(theory, next(one for one in theory.functions if one.name == name), types)
        for inner, taken in own.words.calls(parse(own.function.next)):
            yield from cls.of(theory, inner, taken)
        yield own

    @property
    def words(self) -> _Words:
        return _Words(self.theory, dict(zip(_arrays(self.function.parameters), self.types, strict=True)))

    def definition(self) -> str:
        one, words = self.function, self.words
        counter, *others = (name for name, _ in one.parameters)
        before: SmtTerm = (one.name, ("-", counter, "1"), *others)
        value = words.term(words.stepwise(replace_all(parse(one.next), {BEFORE: before})), 1)
        head = f"logic integer {words.labelled(_name(one.name, self.types), 'L')}({words.taken(one.parameters)})"
        return f"{head} =\n  {counter} <= 0 ? {words.term(parse(one.first), 2)} : {value};"

    def lemmas(self, known: Container[tuple[str, Types]]) -> Iterator[str]:
        """The lemmas about this function and other defined functions."""
        for number, lemma in enumerate(self._lemmas()):
            words = self.words.with_twins(lemma)
            if all(call in known for call in words.calls(parse(lemma.holds))):
                yield from words.lemma(f"{_name(self.function.name, self.types)}_{number}", lemma)

    def _lemmas(self) -> Iterator[DefinitionLemma]:
        """The lemmas of the function; those about equal cells are merged into one about all arrays."""
        own = [lemma for lemma in self.theory.lemmas if lemma.pattern[0].startswith(f"({self.function.name} ")]
        alike = [lemma for lemma in own if is_of_same_cells(lemma)]
        arrays = _arrays(self.function.parameters)
        if alike and len(alike) == len(arrays):
            yield _lemma_for_all_arrays(self.function, arrays, alike)
        yield from (lemma for lemma in own if lemma not in alike)


def _lemma_for_all_arrays(one: Definition, arrays: list[str], alike: list[DefinitionLemma]) -> DefinitionLemma:
    """One lemma that the function gives the same value for arrays with the same cells, from the lemmas about each
    array."""
    twins = {array: f"{TWIN}_{array}" for array in arrays}
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    premises = []
    for array, lemma in zip(arrays, alike, strict=True):
        premises.append(replace_all(parse(lemma.holds)[1], {TWIN: twins[array]}))
    others = tuple((twin, ("Int", 1)) for twin in twins.values())
    fact = implies(conjunction(*premises), ("=", value, replace_all(value, dict(twins))))
    return DefinitionLemma((*one.parameters, *others), show(fact))


def _arrays(variables: Variables) -> list[str]:
    return [name for name, (_, dimensions) in variables if dimensions]


class _Words(Struct, frozen=True):
    """Prints terms of certificates as ACSL; `cells` are the cell types of arrays, `states` the labels of memory
    states."""

    theory: Theory
    cells: Mapping[str, str]
    states: Mapping[str, str] = field(default_factory=dict)

    def of_cells(self, function: Definition, call: SmtTerm) -> Types:
        """The cell types of the array arguments of a call."""
        given = zip(function.parameters, call[1:], strict=True)
        return tuple(self.cells[str(actual)] for (_, (_, dimensions)), actual in given if dimensions)

    def with_twins(self, lemma: DefinitionLemma) -> _Words:
        """The printer for a lemma, whose second copies of arrays are the same arrays in another memory state."""
        twins = {v: self.cells[v.removeprefix(f"{TWIN}_")] for v in _arrays(lemma.variables) if v not in self.cells}
        states = {**dict.fromkeys(self.cells, _FIRST), **dict.fromkeys(twins, _SECOND)} if twins else {}
        return replace(self, cells={**self.cells, **twins}, states=states)

    def calls(self, term: SmtTerm) -> Iterator[tuple[str, Types]]:
        """The functions that a term calls, with the cell types of their array arguments."""
        if isinstance(term, tuple):
            for one in self.theory.functions:
                if one.name == term[0]:
                    yield one.name, self.of_cells(one, term)
            for part in term:
                yield from self.calls(part)

    def labelled(self, name: str, label: str) -> str:
        """The name with the labels of the memory states that it refers to."""
        return f"{name}{{{label}}}" if self.cells and label else name

    def taken(self, variables: Variables) -> str:
        return ", ".join(f"{self.cells[n]} *{n}" if dimensions else f"integer {n}" for n, (_, dimensions) in variables)

    def lemma(self, name: str, lemma: DefinitionLemma) -> Iterator[str]:
        """The predicate at n, its induction axiom, and the lemma."""
        counter, *others = (v for v, _ in lemma.variables)
        label, taken = f"{_FIRST}, {_SECOND}" if self.states else "L", self.taken(lemma.variables)
        predicate, fact = self.labelled(name, label), self.term(parse(lemma.holds), 2)
        at = {place: f"{predicate}({', '.join((place, *others))})" for place in ("0", "m", "m + 1")}
        step = f"(\\forall integer m; 0 <= m && {at['m']} ==> {at['m + 1']})"
        yield f"predicate {predicate}({taken}) =\n  {fact};"
        induction, holds = (self.labelled(f"{name}_{what}", label) for what in ("by_induction", "holds"))
        every = f"\\forall {taken}; 0 <= {counter}"
        yield f"axiomatic of_{name} {{\n  axiom {induction}: {every} &&\n    {at['0']} && {step} ==>\n    {fact};\n}}"
        yield f"lemma {holds}: {every} ==>\n  {fact};"

    def stepwise(self, term: SmtTerm) -> SmtTerm:
        """Rewrite unsigned sums as C computes them: convert the operands and each partial sum.

        The value stays the same, but provers recognise the loop's computation only in this form.
        """
        match term:
            case str():
                return term
            case (str(conversion), ("+", *parts)) if conversion in CONVERSIONS and conversion[0] == "u":
                first, *others = (self._to_sum_type(conversion, self.stepwise(part)) for part in parts)
                return reduce(lambda total, part: (conversion, ("+", total, part)), others, first)
            case _:
                return tuple(map(self.stepwise, term))

    def _to_sum_type(self, conversion: str, term: SmtTerm) -> SmtTerm:
        """The operand converted to the type of the sum, unless it already is in its range."""
        match term:
            case str():
                return term
            case ("select", str(array), _) if self.cells.get(array, "").startswith("unsigned"):
                return term
            case (str(function), *_) if any(one.name == function for one in self.theory.functions):
                return term
            case _:
                return term if term[0] in (conversion, *_unsigned_bit_operators(conversion)) else (conversion, term)

    def term(self, term: SmtTerm, above: int = 0) -> str:
        """The text of a term, in parentheses below an operator that binds more tightly."""
        text, own = self._text(term)
        return f"({text})" if own < above else text

    def _text(self, term: SmtTerm) -> tuple[str, int]:
        match term:
            case str():
                return (f"\\{term}" if term in ("true", "false") else term), _PRIMARY
            case ("forall" | "exists" as quantifier, tuple() as bound, body):
                return f"\\{quantifier} integer {', '.join(str(one[0]) for one in bound)}; {self.term(body)}", 0
            case ("select", str(array), index):
                cell = f"{array}[{self.term(index)}]"
                return (f"\\at({cell}, {self.states[array]})" if array in self.states else cell), _PRIMARY
            case ("not" | "-" as operator, one):
                return f"{'!' if operator == 'not' else '-'}{self.term(one, _UNARY)}", _UNARY
            case ("ite", test, then, other):
                return f"{self.term(test, 2)} ? {self.term(then, 2)} : {self.term(other, 1)}", 1
            case ("+" | "-", one, "0") | ("*", "1", one):
                return self._text(one)
            case (str(conversion), (str(bits), *_) as one) if bits in _unsigned_bit_operators(conversion):
                return self._text(one)
            case ("and", *parts):
                return self._chain(_conjuncts(parts)), _BINDING["&&"]
            case ("mod", one, str(number)) if number.isdecimal():  # the operand is never negative, so % agrees
                return self._text(("remainder", ("+", ("remainder", one, number), number), number))
            case (str(operator), *parts):
                return self._application(operator, parts, term)
            case _:
                raise UndefinedError

    def _chain(self, parts: list[SmtTerm]) -> str:
        """`0 <= k < n` for two comparisons with a common operand."""
        texts, last = list[str](), None
        for part in parts:
            if last is not None and part[0] in ("<", "<=") and last[0] in ("<", "<=") and part[1] == last[2]:
                texts[-1] += f" {part[0]} {self.term(part[2], _BINDING['<'] + 1)}"
            else:
                texts.append(self.term(part, _BINDING["&&"] + 1))
            last = part
        return " && ".join(texts)

    def _application(self, operator: str, parts: list[SmtTerm], call: SmtTerm) -> tuple[str, int]:
        name, _, width = operator.partition(".")
        if operator in CONVERSIONS:
            return f"({_type(operator)}){self.term(parts[0], _UNARY)}", _UNARY
        if operator in _unsigned_bit_operators(width):  # with operands in the type, the result is in it too
            operands = (self.term(self._to_sum_type(width, part), _UNARY) for part in parts)
            return f"({f' {_BITS[name]} '.join(operands)})", _PRIMARY
        if width:
            bits = f" {_BITS[name]} ".join(self.term(part, _UNARY) for part in parts)
            return f"({_type(width)})({bits})", _UNARY
        infix = _INFIX.get(operator, operator)
        if infix in _BINDING:
            own = _BINDING[infix]
            first, *others = parts
            first_level = own + (infix in ("==>", "==", "!=", "<", "<=", ">", ">="))
            return f" {infix} ".join([self.term(first, first_level), *(self.term(one, own + 1) for one in others)]), own
        return self._call(operator, parts, call), _PRIMARY

    def _call(self, operator: str, parts: list[SmtTerm], call: SmtTerm) -> str:
        function = next((one for one in self.theory.functions if one.name == operator), None)
        states = {self.states.get(str(part), "") for part in parts if part in self.cells}
        if function is None or len(states) > 1:
            raise UndefinedError
        name = self.labelled(_name(operator, self.of_cells(function, call)), "".join(states))
        return f"{name}({', '.join(map(self.term, parts))})"


def _conjuncts(parts: Iterable[SmtTerm]) -> list[SmtTerm]:
    """The flattened parts of nested conjunctions, in order."""
    return [one for part in parts for one in (_conjuncts(part[1:]) if part[0] == "and" else [part])]


def _unsigned_bit_operators(conversion: str) -> tuple[str, ...]:
    """The bit operators whose result stays in an unsigned type."""
    return tuple(f"{name}.{conversion}" for name in ("and", "or", "xor")) if conversion[:1] == "u" else ()


def _type(conversion: str) -> str:
    """The C type to which the conversion converts."""
    return f"{'signed' if conversion[0] == 's' else 'unsigned'} {_NARROW[conversion[1:]]}"
