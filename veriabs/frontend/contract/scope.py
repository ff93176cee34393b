"""The context of a clause: meaning of names, place, and state (before or after the call)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Where
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.contract.values import Integer
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Type


class Variable(Struct, frozen=True):
    """The meaning of a name in a clause: its C text and type, or, for integers, `number` with a range."""

    text: str
    type: Type | None = None
    number: Integer | None = None
    local: bool = False
    """Whether it has the same value before the call, like parameters and variables of quantifiers."""


class OldValues(Struct):
    """Old values that clauses use: declarations before the call, by the text that they store."""

    fresh: Callable[[str], str]
    copies: Callable[[str, str, str], tuple[str, list[str]]]
    """Copies an object: (its C text, name of the copy, type of its cells) -> name, statements."""
    nullable: Callable[[], Collection[str]] = tuple
    """The pointers that may be null; there is no old value behind them if they are."""
    kept: dict[str, str] = field(default_factory=dict)
    statements: list[str] = field(default_factory=list)

    def scalar(self, text: str, declared: Callable[[str], str]) -> str:
        """The name of a variable that holds the value of an expression before the call."""
        if text not in self.kept:
            name = self.fresh("old")
            self.kept[text] = name
            pointer = next((one for one in self.nullable() if re.match(rf"{one}(\[|->)", text)), None)
            first = f"{declared(name)}; if ({pointer}) {name}" if pointer else declared(name)
            self.statements.append(f"{first} = {text};")
        return self.kept[text]

    def cells(self, base: str, unit: str) -> str:
        """The name of a copy, made before the call, of all cells that a pointer points to."""
        if f"{base}[]" not in self.kept:
            name, (first, loop) = self.copies(base, self.fresh("old"), unit)
            self.kept[f"{base}[]"] = name
            self.statements += [first, f"if ({base}) {loop}" if base in self.nullable() else loop]
        return self.kept[f"{base}[]"]


class ClauseScope(Struct, frozen=True):
    """The context of a clause.

    - `where`: its place. `notation`: ACSL, or CBMC's clauses. `types`: the types of the file.
    - `variables`: the meaning of names. `bound`: the variables of enclosing quantifiers.
    - `result`, `old`: the returned value and old values, in clauses that hold after the call.
    """

    where: Where
    notation: Notation
    types: TypedTree
    variables: Mapping[str, Variable]
    result: Variable | None = None
    old: OldValues | None = None
    before: bool = False
    """Whether it is evaluated in the state before the call although it is written after it."""
    bound: frozenset[str] = frozenset()

    def refuse(self, why: str) -> UnsupportedError:
        about = "" if why.endswith("is not supported") else "this clause of a contract is not supported: "
        return UnsupportedError(f"{self.where}: {about}{why}")

    def variable(self, name: str) -> Variable:
        found = self.variables.get(name)
        if found is None:
            raise InputError(f"{self.where}: {name} in a contract is not declared")
        return found

    def with_bound(self, name: str, meaning: Variable) -> ClauseScope:
        return replace(self, variables={**self.variables, name: meaning}, bound=self.bound | {name})
