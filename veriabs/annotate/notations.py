"""How annotations are written: loop contracts of CBMC, ACSL, comments, or assertions that run.

CBMC: its user's manual, "Code Contracts". ACSL: Baudin et al., ANSI/ISO C Specification Language, 2.4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from veriabs.annotate.bits import bit_laws
from veriabs.annotate.conversions import conversions
from veriabs.annotate.definitions import definitions, named
from veriabs.annotate.formulas import Formula, mathematical, product_bits
from veriabs.annotate.spelling import HiddenError, Speller, begin, views_of
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
"""A scalar, or an array with its numbers of cells, and behind each the constant index that follows it, if any."""


class Walk(Struct, frozen=True):
    """A pointer that moves, the array along which it does, the members that this has of those that stay the same, and
    whether its cells have more than a byte."""

    pointer: str
    array: str
    members: tuple[str, ...]
    is_wide: bool


class Notes(Struct, frozen=True):
    """What is to be said at one loop: the formulas, and what it assigns: scalars and whole arrays, in source names.

    `assigned` is None where something that the loop assigns has no name there.
    `walks` are the pointers that move.
    """

    formulas: tuple[Formula, ...]
    assigned: tuple[Assigned, ...] | None = None
    walks: tuple[Walk, ...] = ()


class Notation(Struct, frozen=True):
    """One way to write notes down: lines for a place at the loop.

    `entry` spells what a variable held where the loop was entered; None where the notation cannot say that. `spell`
    raises HiddenError for a formula that it cannot say, `around` makes lines of those that it could; `first` is where
    an array begins, `whole` what a function takes for one, `unrolled` what is said of a small inner loop that the
    others take to be unrolled, and `header` the line that a text needs in which nobody used the notation before.
    `define` makes lines of what functions are; None where the notation cannot say that. `past` spells what a cell held
    where the loop was entered, and what an index in that is now; None where cells cannot be looked back at. `laws` are
    lines that say what a reader does not know of the operators in others, and in the program.
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

    def speller(
        self, program: Program, loop: Loop, scope: Scope, starts: Mapping[str, Expr], *, several: bool = False
    ) -> Speller:
        """Spells what is said at a loop, by what it sees; `starts` are values that counters have at the entry."""
        views = views_of(program, loop, scope, starts, self.entry, several=several)
        return Speller(program, scope, self.entry, views, self.first, self.whole, self.past)

    def lines(self, notes: Notes, speller: Speller) -> list[str]:
        """What is put into the text; nothing if there is nothing to say."""
        return self.around([self.spell(one, speller) for one in notes.formulas], notes)


# ---------------------------------------------------------------------------------------------------------- contracts


_AT_ENTRY = "__CPROVER_loop_entry"
"""Of what a loop assigns nothing else is meant."""


def _contracts(said: Sequence[str], notes: Notes) -> list[str]:
    """A pointer that walks is said to be at a cell, not in the middle of one, of which CBMC takes it to be as well."""
    at_cells = [f"{one.pointer} == {one.array} + ({one.pointer} - {one.array})" for one in notes.walks if one.is_wide]
    lines = [f"__CPROVER_loop_invariant({text})" for text in (*at_cells, *said)]
    if notes.assigned:
        own = ((_pointer(name), cells) for name, cells in notes.assigned)
        parts = (f"__CPROVER_object_whole({name})" if cells else name for name, cells in own)
        lines.insert(0, f"__CPROVER_assigns({', '.join(dict.fromkeys(parts))})")
    return lines


def _pointer(name: str) -> str:
    return name.removeprefix(f"{_AT_ENTRY}(").removesuffix(")") if name.startswith(_AT_ENTRY) else name


_SMALL = 16
"""Bits of factors that solvers multiply by in no time."""


def _by_shifts(part: Expr) -> Expr:
    """What is multiplied by all ones, as shifts: solvers that know words of bits see little of the product."""
    match part:
        case Binary(op="*", left=Const(value=int(ones), type=kind), right=Cast(type=own) as factor) if own == kind:
            bits = ones.bit_length()
            is_large = bits > _SMALL and ones == (1 << bits) - 1
            return Binary("-", Binary("<<", factor, integer(bits)), factor) if is_large else part
        case _:
            return part


def _of_cbmc(one: Formula, speller: Speller) -> str:
    text = speller.text(map_parts(one.fact, _by_shifts))
    if not one.bound:
        return text
    # As wide as an address: of an index that is wider solvers make nothing.
    index = "long" if speller.program.task.data_model is DataModel.ILP32 else "long long"
    if one.span:
        text = f"({speller.text(conjunction(one.span))}) ==> ({text})"
    for variable in reversed(one.bound):
        text = f"__CPROVER_forall {{ {index} {speller.text(variable)}; {text} }}"
    return text


# --------------------------------------------------------------------------------------------------------------- ACSL


_FIRST = "&{}[0]"
"""ACSL takes no array for a pointer."""

_AT_LOOP_ENTRY = "\\at({}, LoopEntry)".format

_UNROLLED = f'/*@ loop pragma UNROLL "completely", {UNROLL_LIMIT}; */'


def _acsl(said: Sequence[str], notes: Notes) -> list[str]:
    along = (text for walk in notes.walks for text in _along(walk))
    lines = [f"loop invariant {text};" for text in (*along, *said)]
    if notes.assigned:
        parts = ["".join((name, *(f"[0 .. {_before(n)}]{index}" for n, index in of))) for name, of in notes.assigned]
        lines.append(f"loop assigns {', '.join(parts)};")
    return _in_comment("/*@ ", "    ", lines) if lines else []


def _along(walk: Walk) -> Iterator[str]:
    """That a pointer is at a cell of the array, and points at what that holds: provers do not see that themselves."""
    pointer, first = walk.pointer, begin(walk.array, _FIRST)
    yield f"{pointer} == {first} + ({pointer} - {first})"
    for member in walk.members:
        yield f"{f'(*{pointer})' if member else f'*{pointer}'}{member} == {walk.array}[{pointer} - {first}]{member}"


def _before(cells: str) -> str:
    if cells.isdecimal():
        return str(int(cells) - 1)
    return cells.removesuffix(" + 1") if cells.endswith(" + 1") else f"{cells} - 1"


def _of_acsl(one: Formula, speller: Speller) -> str:
    one = mathematical(one, speller.program.task.data_model, speller.small)
    text = _logical(named(one.fact, speller.program.arrays), speller)
    if not one.bound:
        return text
    span = f"{_chain(one.span, speller)} ==> " if one.span else ""
    letters = ", ".join(map(speller.text, one.bound))
    return f"\\forall integer {letters}; {span}{text}"


def _logical(fact: Expr, speller: Speller) -> str:
    """With an arrow where C has a negation and a disjunction."""
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
    """`0 <= k < n` for two comparisons that share what is bound."""
    said: list[str] = []
    rest = list(span)
    while rest:
        first = rest.pop(0)
        text, last = speller.text(first), first
        if isinstance(first, Binary) and first.op == "||":
            text = f"({text})"
        while rest and _goes_on(last, rest[0]):
            last = rest.pop(0)
            assert isinstance(last, Binary)
            text += f" {last.op} {speller.text(last.right)}"
        said.append(text)
    return " && ".join(said)


def _goes_on(one: Expr, following: Expr) -> bool:
    match one, following:
        case Binary(op="<" | "<=", right=middle), Binary(op="<" | "<=", left=left):
            return middle == left and isinstance(middle, Var)
        case _:
            return False


# ----------------------------------------------------------------------------------------------------------- comments


def _comments(said: Sequence[str], notes: Notes) -> list[str]:
    return _in_comment("/* always: ", "           ", said) if said else []


def _in_comment(first: str, other: str, said: Sequence[str]) -> list[str]:
    lines = [f"{other if number else first}{text}" for number, text in enumerate(said)]
    return [*lines[:-1], f"{lines[-1]} */"]


def _of_comment(one: Formula, speller: Speller) -> str:
    one = mathematical(one, speller.program.task.data_model, speller.small)
    text = _logical(one.fact, speller)
    if not one.bound:
        return text
    letters = " and ".join(map(speller.text, one.bound))
    span = f" with {_chain(one.span, speller)}" if one.span else ""
    return f"for every {letters}{span}: {text}"


# ------------------------------------------------------------------------------------------------------------ asserts


def _asserts(said: Sequence[str], notes: Notes) -> list[str]:
    return list(said)


def _of_assert(one: Formula, speller: Speller) -> str:
    model = speller.program.task.data_model
    products = (part for part in walk(one.fact) if isinstance(part, Binary) and part.op == "*")
    if any(product_bits(part, model) > _KEPT for part in products):
        raise HiddenError  # it runs, and must not overflow
    text = f"assert({speller.text(one.fact)});"
    return _running(one, text, speller) if one.bound else text


_KEPT = 63
"""Bits of what `long long` holds."""


def _running(one: Formula, text: str, speller: Speller) -> str:
    """The assertion in loops over what is bound; HiddenError where nothing says where they begin and end."""
    if len(one.bound) > 1:
        text = f"if ({speller.text(conjunction(one.span))}) {text}"
    for variable in reversed(one.bound):
        low, high = (_bound(one.span, variable, side) for side in ("right", "left"))
        letter, first = speller.text(variable), f"{speller.text(low.left)}{' + 1' if low.op == '<' else ''}"
        text = f"for (long long {letter} = {first}; {letter} {high.op} {speller.text(high.right)}; {letter}++) {text}"
    return text


def _bound(span: Sequence[Expr], variable: Var, side: str) -> Binary:
    """The comparison that bounds a variable from below (it is on the right) or above, by what is not bound itself."""
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
        Notation("contracts", "behind", (_AT_ENTRY + "({})").format, _of_cbmc, _contracts),
        Notation(
            *("acsl", "above", _AT_LOOP_ENTRY, _of_acsl, _acsl, _FIRST, _UNROLLED),
            whole="({type} *){name}",
            define=definitions,
            past=(_AT_LOOP_ENTRY, "\\at({}, Here)".format),
            laws=_laws,
        ),
        Notation("comments", "above", "{} at the entry".format, _of_comment, _comments),
        Notation("asserts", "inside", None, _of_assert, _asserts, header="#include <assert.h>"),
    )
}
"""By the name that a user gives; `place` is above the loop, behind its head, or at the start of its body."""
