"""The notations of annotations: CBMC's loop contracts, ACSL, comments, and executable assertions.

Sources: CBMC's user manual, "Code Contracts"; Baudin et al., ANSI/ISO C Specification Language, 2.4.2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from veriabs.annotate.definitions import definitions, with_instances
from veriabs.annotate.formulas import Formula, mathematical, product_bits
from veriabs.annotate.laws import bit_laws, conversions
from veriabs.annotate.spelling import HiddenError, Speller, first_cell, loop_views
from veriabs.core.ctree import conjunction, conjuncts, integer, map_parts, walk
from veriabs.core.expressions import Binary, Cast, Const, Expr, Unary, Var
from veriabs.core.loop_model import CELL, OTHER
from veriabs.core.program import Array, Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop
from veriabs.frontend.scopes import Scope
from veriabs.loops.flatten import UNROLL_LIMIT
from veriabs.proofcheck.definitions import Theory

Assigned = tuple[str, tuple[tuple[str, str], ...]]
"""The name of a scalar and (), or the name of an array and one pair per dimension: its number of cells, and the
constant index or member that follows that index."""


class MovingPointer(Struct, frozen=True):
    """A pointer that the loop moves along an array.

    `members` are the array's members that the loop does not write; `is_wide` if cells have more than one byte.
    """

    pointer: str
    array: str
    members: tuple[str, ...]
    is_wide: bool


class Notes(Struct, frozen=True):
    """The annotation of one loop: the formulas, the assigned scalars and arrays in source names, and the moving
    pointers.

    `assigned` is None if the loop assigns a variable that has no name in the loop's scope.
    """

    formulas: tuple[Formula, ...]
    assigned: tuple[Assigned, ...] | None = None
    moving_pointers: tuple[MovingPointer, ...] = ()


class AnnotationFormat(Struct, frozen=True):
    """One way to write annotations.

    - `place` is where its lines go: above the loop, behind its head, or at the start of its body.
    - `entry` spells the value of a variable at the loop's entry; None if the notation has no way to do so.
    - `spell` spells a formula, or raises HiddenError; `around` makes lines from the spelled formulas.
    - `first` spells a pointer to the first cell of an array, `whole` an array as the argument of a function.
    - `unrolled` is the annotation of a small inner loop that the others assume to be unrolled.
    - `header` is the line that a text needs if it has no annotation in this notation yet.
    - `define` makes the definitions of functions; None if the notation has no functions.
    - `past` spells a cell at the loop's entry, and a current index in it; None if the notation has no way to do so.
    - `laws` are axioms about operators that the reader of the notation does not know.
    - `compiled`: a preprocessor reads the annotation, so macros of the file change it.
    """

    name: str
    place: str
    entry: Callable[[str], str] | None
    spell: Callable[[Formula, Speller], str]
    around: Callable[[Sequence[str], Notes], list[str]]
    first: str = "{}"
    unrolled: str = ""
    header: str = ""
    whole: str = ""
    define: Callable[[Theory, Iterable[Expr], Mapping[str, Array]], list[str]] | None = None
    past: tuple[Callable[[str], str], Callable[[str], str]] | None = None
    laws: Callable[[Program, Iterable[str]], list[str]] = lambda program, lines: []
    compiled: bool = True

    def speller(
        self, program: Program, loop: Loop, scope: Scope, starts: Mapping[str, Expr], *, several: bool = False
    ) -> Speller:
        """A speller for the scope of a loop; `starts` are known initial values of counters."""
        views = loop_views(program, loop, scope, starts, self.entry, several=several)
        return Speller(program, scope, self.entry, views, self.first, self.whole, self.past)

    def lines(self, notes: Notes, speller: Speller) -> list[str]:
        """The lines for the text; none if there is nothing to state."""
        return self.around([self.spell(one, speller) for one in notes.formulas], notes)


# ---------------------------------------------------------------------------------------------------------- contracts


_AT_ENTRY = "__CPROVER_loop_entry"
"""Only defined for variables that the loop assigns."""


def _contracts(texts: Sequence[str], notes: Notes) -> list[str]:
    """CBMC's clauses for one loop.

    A moving pointer is stated to be at the start of a cell, because CBMC would also consider the middle of one.
    """
    wide = (one for one in notes.moving_pointers if one.is_wide)
    at_cells = [f"{one.pointer} == {one.array} + ({one.pointer} - {one.array})" for one in wide]
    lines = [f"__CPROVER_loop_invariant({text})" for text in (*at_cells, *texts)]
    if notes.assigned:
        own = ((_pointer(name), cells) for name, cells in notes.assigned)
        parts = (f"__CPROVER_object_whole({name})" if cells else name for name, cells in own)
        lines.insert(0, f"__CPROVER_assigns({', '.join(dict.fromkeys(parts))})")
    return lines


def _pointer(name: str) -> str:
    return name.removeprefix(f"{_AT_ENTRY}(").removesuffix(")") if name.startswith(_AT_ENTRY) else name


_SMALL = 16
"""The number of bits of factors that solvers multiply by quickly."""


def _product_as_shift(part: Expr) -> Expr:
    """A product with a number of all ones as a shift and a difference, which bit-vector solvers handle better."""
    match part:
        case Binary(op="*", left=Const(value=int(ones), type=kind), right=Cast(type=own) as factor) if own == kind:
            bits = ones.bit_length()
            is_large = bits > _SMALL and ones == (1 << bits) - 1
            return Binary("-", Binary("<<", factor, integer(bits)), factor) if is_large else part
        case _:
            return part


def _cbmc_text(one: Formula, speller: Speller) -> str:
    text = speller.text(map_parts(one.fact, _product_as_shift))
    if not one.bound:
        return text
    # as wide as an address: solvers cannot handle wider indices
    index = "long" if speller.program.task.data_model is DataModel.ILP32 else "long long"
    if one.span:
        text = f"({speller.text(conjunction(one.span))}) ==> ({text})"
    for variable in reversed(one.bound):
        text = f"__CPROVER_forall {{ {index} {speller.text(variable)}; {text} }}"
    return text


# --------------------------------------------------------------------------------------------------------------- ACSL


_FIRST = "&{}[0]"
"""ACSL does not convert arrays to pointers."""

_AT_LOOP_ENTRY = "\\at({}, LoopEntry)".format

_UNROLLED = f'/*@ loop pragma UNROLL "completely", {UNROLL_LIMIT}; */'


def _acsl(texts: Sequence[str], notes: Notes) -> list[str]:
    along = (text for one in notes.moving_pointers for text in _pointer_facts(one))
    lines = [f"loop invariant {text};" for text in (*along, *texts)]
    if notes.assigned:
        parts = ["".join((name, *(f"[0 .. {_last_index(n)}]{at}" for n, at in ends))) for name, ends in notes.assigned]
        lines.append(f"loop assigns {', '.join(parts)};")
    return _comment_lines("/*@ ", "    ", lines) if lines else []


_LOOSE = re.compile(r"[?<=&|^]|(?<!-)>")
"""Operators that bind less tightly than a difference."""


def _pointer_facts(moving: MovingPointer) -> Iterator[str]:
    """The pointer is at a cell of the array, and its target has the value of that cell; provers need both as facts."""
    pointer, first = moving.pointer, first_cell(moving.array, _FIRST)
    yield f"{pointer} == {first} + ({pointer} - {first})"
    for member in moving.members:
        yield f"{f'(*{pointer})' if member else f'*{pointer}'}{member} == {moving.array}[{pointer} - {first}]{member}"


def _last_index(cells: str) -> str:
    """The last index of an array of `cells` elements, as text."""
    if cells.isdecimal():
        return str(int(cells) - 1)
    if _LOOSE.search(cells):
        return f"({cells}) - 1"
    return cells.removesuffix(" + 1") if cells.endswith(" + 1") else f"{cells} - 1"


def _acsl_text(one: Formula, speller: Speller) -> str:
    one = mathematical(one, speller.program.task.data_model, speller.small)
    text = _logical(with_instances(one.fact, speller.program.arrays), speller)
    if not one.bound:
        return text
    span = f"{_chain(one.span, speller)} ==> " if one.span else ""
    letters = ", ".join(map(speller.text, one.bound))
    return f"\\forall integer {letters}; {span}{text}"


def _logical(fact: Expr, speller: Speller) -> str:
    """Print `!a || b` as an implication."""
    match fact:
        case Binary(op="&&"):
            return _chain(conjuncts(fact), speller)
        case Binary(op="||", left=Unary(op="!", operand=test), right=then):
            return f"{speller.text(test)} ==> {_logical(then, speller)}"
        case _:
            return speller.text(fact)


def _laws(program: Program, lines: Iterable[str]) -> list[str]:
    return [*conversions(program, lines), *bit_laws(program)]


def _chain(span: Sequence[Expr], speller: Speller) -> str:
    """`0 <= k < n` for two comparisons of one bound variable."""
    texts: list[str] = []
    rest = list(span)
    while rest:
        first = rest.pop(0)
        text, last = speller.text(first), first
        if isinstance(first, Binary) and first.op == "||":
            text = f"({text})"
        while rest and _continues_chain(last, rest[0]):
            last = rest.pop(0)
            assert isinstance(last, Binary)
            text += f" {last.op} {speller.text(last.right)}"
        texts.append(text)
    return " && ".join(texts)


def _continues_chain(one: Expr, following: Expr) -> bool:
    match one, following:
        case Binary(op="<" | "<=", right=middle), Binary(op="<" | "<=", left=left):
            return middle == left and isinstance(middle, Var)
        case _:
            return False


# ----------------------------------------------------------------------------------------------------------- comments


def _comments(texts: Sequence[str], notes: Notes) -> list[str]:
    return _comment_lines("/* always: ", "           ", texts) if texts else []


def _comment_lines(first: str, other: str, texts: Sequence[str]) -> list[str]:
    lines = [f"{other if number else first}{text}" for number, text in enumerate(texts)]
    return [*lines[:-1], f"{lines[-1]} */"]


def _comment_text(one: Formula, speller: Speller) -> str:
    one = mathematical(one, speller.program.task.data_model, speller.small)
    text = _logical(one.fact, speller)
    if not one.bound:
        return text
    letters = " and ".join(map(speller.text, one.bound))
    span = f" with {_chain(one.span, speller)}" if one.span else ""
    return f"for every {letters}{span}: {text}"


# ------------------------------------------------------------------------------------------------------------ asserts


def _asserts(texts: Sequence[str], notes: Notes) -> list[str]:
    return list(texts)


def _assert_text(one: Formula, speller: Speller) -> str:
    model = speller.program.task.data_model
    products = (part for part in walk(one.fact) if isinstance(part, Binary) and part.op == "*")
    if any(product_bits(part, model) > _KEPT for part in products):
        raise HiddenError  # it would run in the program, and its arithmetic must not overflow
    text = f"assert({speller.text(one.fact)});"
    return _running(one, text, speller) if one.bound else text


_KEPT = 63
"""The number of value bits of `long long`."""


def _running(one: Formula, text: str, speller: Speller) -> str:
    """The assertion inside loops over its bound variables; HiddenError if their bounds are unknown."""
    if len(one.bound) > 1:
        text = f"if ({speller.text(conjunction(one.span))}) {text}"
    for variable in reversed(one.bound):
        low, high = (_bound(one.span, variable, side) for side in ("right", "left"))
        letter, first = speller.text(variable), f"{speller.text(low.left)}{' + 1' if low.op == '<' else ''}"
        text = f"for (long long {letter} = {first}; {letter} {high.op} {speller.text(high.right)}; {letter}++) {text}"
    return text


def _bound(span: Sequence[Expr], variable: Var, side: str) -> Binary:
    """The comparison that bounds a variable on one side by an expression without bound variables."""
    following = {CELL: OTHER, OTHER: CELL}[variable]
    compared = [part for part in span if isinstance(part, Binary) and part.op in ("<", "<=")]
    for at in (variable, following):  # k < m && m < n bounds k by n
        for part in compared:
            other = part.left if side == "right" else part.right
            if getattr(part, side) == at and not {CELL, OTHER} & set(walk(other)):
                return part
    raise HiddenError


NOTATIONS = {
    one.name: one
    for one in (
        AnnotationFormat("contracts", "behind", (_AT_ENTRY + "({})").format, _cbmc_text, _contracts),
        AnnotationFormat(
            *("acsl", "above", _AT_LOOP_ENTRY, _acsl_text, _acsl, _FIRST, _UNROLLED),
            whole="({type} *){name}",
            define=definitions,
            past=(_AT_LOOP_ENTRY, "\\at({}, Here)".format),
            laws=_laws,
        ),
        AnnotationFormat("comments", "above", "{} at the entry".format, _comment_text, _comments, compiled=False),
        AnnotationFormat("asserts", "inside", None, _assert_text, _asserts, header="#include <assert.h>"),
    )
}
"""The notations by the names of the command line."""
