"""Functions that certificates define, in ACSL: a recursive definition each, and lemmas that provers show by induction.

Provers of first order know no induction. Of each lemma stands what it takes of it: if it holds at 0, and at m + 1 where
it holds at m, it holds at n. So nobody has to believe a lemma; it is a goal as the others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from veriabs.annotate.aggregates import TWIN, is_of_same_cells
from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, walk
from veriabs.core.expressions import Apply, Expr, Var
from veriabs.core.program import Array
from veriabs.core.types import INT
from veriabs.proofcheck.definitions import BEFORE, Definition, Lemma, Theory, Variables
from veriabs.proofcheck.terms import CONVERSIONS, Term, both, follows, parse, replaced

Arrays = Mapping[str, Array]
Types = tuple[str, ...]
"""Those of the cells of the arrays that a function takes, in their order."""

_FIRST, _SECOND = "L1", "L2"
_INFIX = {"=": "==", "distinct": "!=", "and": "&&", "or": "||", "=>": "==>", "quotient": "/", "remainder": "%"}
_AS_IT_IS = frozenset(("+", "-", "*", "<", "<=", ">", ">="))
_BITS = {"and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>"}
_NARROW = {"8": "char", "16": "short", "32": "int", "64": "long long"}


class UndefinedError(Exception):
    """Something that these definitions have no words for."""


def named(expr: Expr, arrays: Arrays) -> Expr:
    """The expression with functions by the names that they have for the types of the arrays that they take."""

    def change(part: Expr) -> Expr:
        return replace(part, function=_name(part.function, _types(part, arrays))) if isinstance(part, Apply) else part

    return map_parts(expr, change)


def definitions(theory: Theory, facts: Iterable[Expr], arrays: Arrays) -> list[str]:
    """The lines that define the functions which facts speak of, with the lemmas about them."""
    used = {(part.function, _types(part, arrays)) for fact in facts for part in walk(fact) if isinstance(part, Apply)}
    found = [text for name, types in sorted(used) for text in _Defined(theory, types).lines(name)]
    lines = list(dict.fromkeys(found))
    return [f"{'    ' if number else '/*@ '}{line}" for number, line in enumerate(lines)] + ["*/"] if lines else []


def _types(part: Apply, arrays: Arrays) -> Types:
    return tuple(one.type.name for one in part.arguments if isinstance(one, Var) and one.name in arrays)


def _name(function: str, types: Types) -> str:
    return "_".join((function, *(word for one in types if one != INT.name for word in one.split())))


class _Defined(Struct, frozen=True):
    """A function and all that it takes, for arrays of these types."""

    theory: Theory
    types: Types

    def lines(self, function: str) -> Iterator[str]:
        """Of the functions that it takes first, then its own definition and its lemmas."""
        one = next(one for one in self.theory.functions if one.name == function)
        words = _Words(self.theory, dict(zip(_arrays(one.parameters), self.types, strict=True)))
        first, following = parse(one.first), parse(one.next)
        for inner in self.theory.functions:
            for taken in _calls(following, inner.name):
                yield from _Defined(self.theory, words.of_cells(inner, taken)).lines(inner.name)
        counter, *others = (name for name, _ in one.parameters)
        before: Term = (one.name, ("-", counter, "1"), *others)
        value = words.term(replaced(following, {BEFORE: before}))
        head = f"logic integer {words.labelled(_name(function, self.types), 'L')}({words.taken(one.parameters)})"
        yield f"{head} = {counter} <= 0 ? {words.term(first)} : {value};"
        for number, lemma in enumerate(self._lemmas(one)):
            yield from words.lemma(f"{_name(function, self.types)}_{number}", lemma)

    def _lemmas(self, one: Definition) -> Iterator[Lemma]:
        """What is said of this function alone; of the same cells in all arrays at once."""
        own = [lemma for lemma in self.theory.lemmas if lemma.pattern[0].startswith(f"({one.name} ")]
        alike = [lemma for lemma in own if is_of_same_cells(lemma)]
        arrays = _arrays(one.parameters)
        if alike and len(alike) == len(arrays):
            yield _of_all(one, arrays, alike)
        yield from (lemma for lemma in own if lemma not in alike)


def _of_all(one: Definition, arrays: list[str], alike: list[Lemma]) -> Lemma:
    """That the function gives the same where all arrays have the same cells, from what is said of each."""
    twins = {array: f"{TWIN}_{array}" for array in arrays}
    value: Term = (one.name, *(name for name, _ in one.parameters))
    premises = []
    for array, lemma in zip(arrays, alike, strict=True):
        _, premise, _ = parse(lemma.holds)
        premises.append(replaced(premise, {TWIN: twins[array]}))
    others = tuple((twin, ("Int", 1)) for twin in twins.values())
    fact = follows(both(*premises), ("=", value, replaced(value, dict(twins))))
    return Lemma((*one.parameters, *others), _shown(fact))


def _shown(term: Term) -> str:
    return term if isinstance(term, str) else f"({' '.join(map(_shown, term))})"


def _arrays(variables: Variables) -> list[str]:
    return [name for name, (_, dimensions) in variables if dimensions]


def _calls(term: Term, function: str) -> Iterator[Term]:
    if isinstance(term, tuple):
        if term[0] == function:
            yield term
        for part in term:
            yield from _calls(part, function)


class _Words(Struct, frozen=True):
    """Terms of certificates in ACSL; `cells` are the types of what arrays hold, `states` where arrays are looked at."""

    theory: Theory
    cells: Mapping[str, str]
    states: Mapping[str, str] = field(default_factory=dict)

    def of_cells(self, function: Definition, call: Term) -> Types:
        """The types of the arrays that a call takes."""
        given = zip(function.parameters, call[1:], strict=True)
        return tuple(self.cells[str(actual)] for (_, (_, dimensions)), actual in given if dimensions)

    def labelled(self, name: str, label: str) -> str:
        """The name with the states of memory that it is about."""
        return f"{name}{{{label}}}" if self.cells and label else name

    def taken(self, variables: Variables) -> str:
        return ", ".join(f"{self.cells[n]} *{n}" if dimensions else f"integer {n}" for n, (_, dimensions) in variables)

    def lemma(self, name: str, lemma: Lemma) -> Iterator[str]:
        """What is said at n, what induction makes of that, and that it holds."""
        twins = {v: self.cells[v.removeprefix(f"{TWIN}_")] for v in _arrays(lemma.variables) if v not in self.cells}
        states = {**dict.fromkeys(self.cells, _FIRST), **dict.fromkeys(twins, _SECOND)} if twins else {}
        words = replace(self, cells={**self.cells, **twins}, states=states)
        counter, *others = (v for v, _ in lemma.variables)
        label = f"{_FIRST}, {_SECOND}" if twins else "L"
        said, fact = words.labelled(name, label), words.term(parse(lemma.holds))
        at = {place: f"{said}({', '.join((place, *others))})" for place in ("0", "m", "m + 1")}
        step = f"(\\forall integer m; 0 <= m && {at['m']} ==> {at['m + 1']})"
        every = f"\\forall {words.taken(lemma.variables)}; 0 <= {counter}"
        yield f"predicate {said}({words.taken(lemma.variables)}) = {fact};"
        induction = words.labelled(f"{name}_by_induction", label)
        yield f"axiomatic of_{name} {{ axiom {induction}: {every} && {at['0']} && {step} ==> {fact}; }}"
        yield f"lemma {words.labelled(f'{name}_holds', label)}: {every} ==> {fact};"

    def term(self, term: Term) -> str:
        """The text, in parentheses where it has parts."""
        match term:
            case str():
                return f"\\{term}" if term in ("true", "false") else term
            case ("forall" | "exists" as quantifier, tuple() as bound, body):
                names = ", ".join(str(one[0]) for one in bound)
                return f"(\\{quantifier} integer {names}; {self.term(body)})"
            case ("select", str(array), index):
                cell = f"{array}[{self.term(index)}]"
                return f"\\at({cell}, {self.states[array]})" if array in self.states else cell
            case ("not", one):
                return f"!{self.term(one)}"
            case ("-", one):
                return f"(-{self.term(one)})"
            case ("ite", *parts):
                return "({} ? {} : {})".format(*map(self.term, parts))
            case (str(operator), *parts):
                return self._application(operator, parts, term)
            case _:
                raise UndefinedError

    def _application(self, operator: str, parts: list[Term], call: Term) -> str:
        name, _, width = operator.partition(".")
        infix = operator if operator in _AS_IT_IS else _BITS[name] if width else _INFIX.get(operator, "")
        said = [self.term(part) for part in parts]
        if width in CONVERSIONS or operator in CONVERSIONS:
            text = f" {infix} ".join(said)
            return f"({_type(width or operator)})({text})"
        if infix:
            return f"({f' {infix} '.join(said)})"
        function = next((one for one in self.theory.functions if one.name == operator), None)
        if function is None:
            raise UndefinedError
        states = {self.states.get(str(part), "") for part in parts if part in self.cells}
        if len(states) > 1:
            raise UndefinedError
        name = _name(operator, self.of_cells(function, call))
        return f"{self.labelled(name, ''.join(states))}({', '.join(said)})"


def _type(conversion: str) -> str:
    """The type of C that a conversion is to."""
    return f"{'signed' if conversion[0] == 's' else 'unsigned'} {_NARROW[conversion[1:]]}"
