"""Print names, cells and operations of the core language in the programs of loop shrinking."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import substitute
from veriabs.core.expressions import Binary, Const, Element, Expr
from veriabs.core.source import DataModel
from veriabs.core.statements import Havoc
from veriabs.core.typing_rules import type_of
from veriabs.encode.spell import packed_index
from veriabs.strategies.shrinking.shape import FusionPlan

_NONE: Mapping[str, Expr] = MappingProxyType({})
_OPERATIONS = {"*": "product", "/": "quotient", "%": "remainder"}


def is_unknown_product(expr: Expr) -> bool:
    """Is it a product, quotient or remainder of two expressions that are not constant?"""
    return (
        isinstance(expr, Binary)
        and expr.op in _OPERATIONS
        and not isinstance(expr.left, Const)
        and not isinstance(expr.right, Const)
    )


def uninterpreted(expr: Binary, data_model: DataModel) -> tuple[str, str]:
    """The result type and name of the uninterpreted function for an operation."""
    ctype = type_of(expr, data_model)
    return ctype.name, f"__CPROVER_uninterpreted_{_OPERATIONS[expr.op]}_{ctype.name.replace(' ', '_')}"


def oracle_of(stmt: Havoc) -> str:
    """The variable that stores an input."""
    return f"oracle_{stmt.site}"


class CNames:
    """Prints names of the core language in one generated program."""

    def __init__(self, shape: FusionPlan) -> None:
        self.shape = shape
        self.changed = shape.changed
        self.all_arrays = shape.model.program.arrays

    def scalar(self, name: str, local: frozenset[str] = frozenset()) -> str:
        return name if name in local or name not in self.changed else f"s.{name}"

    def printer(
        self, local: frozenset[str] = frozenset(), *, slot: str = "", leave: str = "", proceed: str = "",
        block: str = "", violate: str = "", oracle: bool = True, counters: Mapping[str, Expr] = _NONE,
    ) -> Printer:  # fmt: skip
        """A printer for the code of one chosen iteration at position `slot` in T, or without slot for other code.

        In indices, `counters` are replaced by their values: if each evaluation defined its own variable, a solver would
        not see that these are equal, and would compare all indices pairwise.
        """

        def element(cell: Element, indices: tuple[str, ...]) -> str:
            if slot and cell.array in self.shape.cells:
                return f"{self._cells(cell.array)}[{slot}]"
            if cell.array in self.all_arrays:
                cell_indices = tuple(substitute(index, counters) for index in cell.indices)
                word = self.shape.model.program.task.data_model.word
                indices = (inner.expr(packed_index(cell_indices, self.all_arrays[cell.array].sizes, word)),)
            return cell.array + "".join(f"[{index}]" for index in indices)

        def havoc(stmt: Havoc, target: str) -> str:
            if not oracle:
                return f"{target} = {nondet(stmt.target.type)}();"
            return f"{target} = {oracle_of(stmt)}{f'[{slot}]' if slot else ''};"

        inner = Printer(
            scalar=lambda name: self.scalar(name, local),
            element=element,
            havoc=havoc,
            leave=leave,
            proceed=proceed,
            block=block,
            violate=lambda stmt, test: violate.format(test=test),
            product=self._product,
        )
        return inner

    def _product(self, expr: Binary) -> str | None:
        if not self.shape.uninterpreted or not is_unknown_product(expr):
            return None
        return uninterpreted(expr, self.shape.model.program.task.data_model)[1]

    def _cells(self, array: str) -> str:
        return f"s.{array}" if array in self.changed else array
