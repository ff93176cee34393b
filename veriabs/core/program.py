"""Programs of the core language.

Every variable has a unique name; structs are split into fields; pointers are resolved to the array they point into;
calls are inlined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from msgspec import Struct

from veriabs.core.clauses import ReadClause
from veriabs.core.conditions import VerdictCondition
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Var
from veriabs.core.source import Task, Where
from veriabs.core.statements import Stmt
from veriabs.core.types import LLONG, ULLONG, CType, IntType

_GENERATED = re.compile(
    r"(elements_of_(?P<sized>\w+?)|(?P<base>\w+?)_(?P<what>null|index|offset|object|row|there|made|counter))(_\d+)?"
)
_SHOWN_AS = {
    "null": "({} == 0)", "there": "({} != 0)", "index": "offset of {}", "offset": "offset of {}",
    "object": "object of {}", "row": "object of {}", "made": "number of objects of {}", "counter": "counter of {}",
}  # fmt: skip


CELL_COUNTER = "index"
"""The `source` of a variable that counts the cells of an object, for a statement that sets several of them."""


class Initial(Enum):
    """The content of a variable before the first statement."""

    ZERO = "zero"
    NONDET = "nondet"


class Scalar(Struct, frozen=True):
    """A scalar variable; `source` is its name in the user's file, with a field path if any."""

    name: str
    type: CType
    initial: Initial
    source: str
    where: Where


ENDLESS = Const(LLONG.highest, LLONG)
"""The size of an array without a bound of its own; assertions check how many of its cells exist."""


class Array(Struct, frozen=True):
    """An array of the program.

    - `sizes`: element counts, outermost dimension first, over constants and variables that never change once set.
    - `type`: the type of a cell. `initial`: its content before the first statement. `source`, `where`: as in `Scalar`.
    """

    name: str
    type: CType
    sizes: tuple[Expr, ...]
    initial: Initial
    source: str
    where: Where

    @property
    def counts(self) -> tuple[Expr, ...]:
        """The number of cells in each dimension: none if a variable size is negative."""
        return tuple(map(_count, self.sizes))


def in_bounds(index: Expr, size: Expr) -> Expr:
    """`0 <= index && index < size`, whatever the types."""
    wide = Cast(LLONG, index)
    low = Binary(">=", wide, Const(0, LLONG))
    return Binary("&&", low, Binary("<", Cast(ULLONG, wide), Cast(ULLONG, size)))


def _count(size: Expr) -> Expr:
    match size:
        case Var(type=IntType(signed=True) as ctype):
            return Conditional(Binary("<", size, Const(0, ctype)), Const(0, ctype), size)
        case _:
            return size


class Gap(Struct, frozen=True):
    """A place where the front end lost precision, with the unsupported construct in `what`.

    The value there is arbitrary, or, with `must_not_run`, an assertion fails if the place is reached. `foreign`: the
    value is the result of a function of which only the type is known. `earlier`: places that no run reaches behind it.
    """

    where: Where
    what: str
    must_not_run: bool = False
    foreign: bool = False
    earlier: frozenset[Where] = frozenset()


@dataclass(frozen=True, slots=True)
class Program:
    """A program after preprocessing, parsing, inlining and lowering to the core language.

    - `claims`: C text whose static assertions compare the types that the front end computed with the compiler's.
    - `settled`: places of assertions that a constant decides, so that the body has no trace of them.
    - `conditions`: assumptions of every proof beside the text. `contract`: the clauses of the entry function.
    - `gaps`: unsupported constructs. `models`: library functions that are called but not defined in the text.
    - `forged`: the first place at which a number becomes a pointer.
    """

    task: Task
    scalars: dict[str, Scalar]
    arrays: dict[str, Array]
    body: tuple[Stmt, ...]
    preprocessed: str = field(repr=False, default="")
    claims: str = field(repr=False, default="", compare=False)
    settled: frozenset[Where] = field(repr=False, default=frozenset(), compare=False)
    conditions: tuple[VerdictCondition, ...] = field(repr=False, default=(), compare=False)
    contract: tuple[ReadClause, ...] = field(repr=False, default=(), compare=False)
    gaps: tuple[Gap, ...] = ()
    models: frozenset[str] = field(repr=False, default=frozenset(), compare=False)
    forged: Where | None = field(repr=False, default=None, compare=False)

    def counts_cells(self, name: str) -> bool:
        """Whether the variable counts the cells that one statement sets, such as a call of memcpy or an initialiser."""
        variable = self.scalars.get(name)
        return variable is not None and variable.source == CELL_COUNTER and not self.is_in_text(CELL_COUNTER)

    def has_name(self, scalar: str) -> bool:
        """Whether a reader knows the scalar: it is in the text, or has a phrase that names one which is."""
        shown = self.shown(scalar)
        is_generated = shown == self.scalars[scalar].source and not self.is_in_text(shown)
        return not is_generated and not self.counts_cells(scalar)

    def is_in_text(self, name: str) -> bool:
        """Whether the name, or an expression such as `p->n`, occurs in the preprocessed text."""
        return re.search(rf"\b{re.escape(name)}\b", self.preprocessed) is not None

    def shown(self, name: str) -> str:
        """The user's name of a variable; a phrase such as `offset of p` for one that lowering added.

        A variable that counts cells has none; it is called k, or m or cell if the text has a k.
        """
        if self.counts_cells(name):
            return next((one for one in ("k", "m", "cell") if not self.is_in_text(one)), CELL_COUNTER)
        variable = self.scalars.get(name) or self.arrays.get(name)
        source = name if variable is None else variable.source.partition(" (")[2].strip(")") or variable.source
        added = _GENERATED.fullmatch(source)
        if added is not None and added["sized"]:
            return f"number of elements of {added['sized']}"
        if added is None or self.is_in_text(source):
            return source
        base = added["base"]
        for owner in (one.source.partition("[].")[0] for one in self.arrays.values() if "[]." in one.source):
            base = f"{owner}[].{base.removeprefix(f'{owner}_')}" if base.startswith(f"{owner}_") else base
        return _SHOWN_AS[added["what"]].format(base)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The conditions in words, as certificates list them."""
        return tuple(map(str, self.conditions))


def cell_text(name: str, indices: Iterable[str]) -> str:
    """The text of a cell of an array with that shown name: `pts[i].x` for `pts[].x`, `a[i]` for `a`."""
    left = list(indices)
    first, *others = name.split("[]")
    text = first + "".join(f"[{left.pop(0) if left else ''}]{part}" for part in others)
    return text + "".join(f"[{index}]" for index in left)


class ProgramPart(Struct, frozen=True):
    """A smaller program that contains every violation of one assertion of the user's program, and its name."""

    name: str
    program: Program
