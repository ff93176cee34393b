"""Check preconditions of called functions: each becomes an assertion at the start of the function's body.

    /*@ requires n > 0; */                     int mean(int *a, int n) {
    int mean(int *a, int n) { ... }      ->      __VERIFIER_assert(n > 0); ... }

The entry is called according to its contract; recursive calls are checked like others. Requirements on pointers are
checked by accesses (`--check bounds`) as far as possible; the rest becomes a condition of the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pycparser import c_ast

from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN, Task
from veriabs.core.types import IntType
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.contract import Contract, Extent
from veriabs.frontend.contract.quantifiers import plus
from veriabs.frontend.contract.scope import Variable
from veriabs.frontend.contract.terms import number
from veriabs.frontend.contract.values import Integer, literal
from veriabs.frontend.harness.clauses import Clauses
from veriabs.frontend.harness.names import FreshNames, ParserPlaces, file_scope
from veriabs.frontend.nodes import parameters_of
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import arithmetic, target

_DECLARED = f'# 1 "{WRITTEN}"\nextern void __VERIFIER_assert(int);\n'


def with_preconditions(
    text: str,
    task: Task,
    tree: c_ast.FileAST,
    called: Sequence[c_ast.FuncDef],
    contracts: Mapping[str, Contract],
    types: TypedTree,
) -> tuple[str, list[str]]:
    """Add the precondition checks to each function, and return the conditions that are not checked."""
    names = FreshNames(text)
    lines = ParserPlaces(text)
    edits, conditions = dict[int, str](), list[str]()
    for function in called:
        conditions += _unchecked(function, contracts[function.decl.name], task, types)
        goals = list(_goals(function, contracts[function.decl.name], task, tree, names, types, lines))
        if goals:
            begin = lines.offset(function.body.coord, "{") + 1
            edits[begin] = lines.inserted("\n".join(goals), begin)
    for begin, inserted in sorted(edits.items(), reverse=True):
        text = text[:begin] + inserted + text[begin:]
    declared = {node.name for node in tree.ext if isinstance(node, c_ast.Decl)}
    return (_DECLARED + text if edits and "__VERIFIER_assert" not in declared else text), conditions


def _unchecked(function: c_ast.FuncDef, contract: Contract, task: Task, types: TypedTree) -> Iterator[str]:
    """The requirements of a callee that no code checks."""
    known = _parameters(function, types)
    accessed = GoalKind.BOUNDS.value in task.checks
    extents = [one for one in contract.extents if not (accessed and _cell(one, known) is not None)]
    if extents or contract.separated:
        yield f"{function.decl.name} is given the memory that its contract requires, which is not checked"


def _parameters(function: c_ast.FuncDef, types: TypedTree) -> dict[str, Variable]:
    named = (one for one in parameters_of(function) if getattr(one, "name", None))
    return {one.name: Variable(one.name, types.read(one), local=True) for one in named}


def _cell(extent: Extent, variables: Mapping[str, Variable]) -> IntType | None:
    """The type of the cells, if an access to one can check that the object exists."""
    if not isinstance(extent.pointer, syntax.Name) or extent.bytes is not None:
        return None
    pointer = variables.get(extent.pointer.name)
    found = arithmetic(target(pointer.type)) if pointer is not None else None
    return found if isinstance(found, IntType) else None


def _goals(
    function: c_ast.FuncDef,
    contract: Contract,
    task: Task,
    tree: c_ast.FileAST,
    names: FreshNames,
    types: TypedTree,
    lines: ParserPlaces,
) -> Iterator[str]:
    clauses = Clauses(names, types, {**file_scope(tree, types), **_parameters(function, types)}, lines)
    for condition in (*contract.requires, *contract.checked):
        yield clauses.asserted(condition)
    if GoalKind.BOUNDS.value in task.checks:
        for extent in contract.extents:
            yield from _read_last_cell(extent, clauses)


def _read_last_cell(extent: Extent, clauses: Clauses) -> Iterator[str]:
    """A read of the last required cell, which is out of bounds if the object is too small."""
    ctype = _cell(extent, clauses.variables)
    if ctype is None or not isinstance(extent.pointer, syntax.Name):
        return
    pointer = clauses.variables[extent.pointer.name]
    size = _size(extent, clauses)
    probe = clauses.names.fresh("last_cell")
    test = f"{size.text} > 0" + (f" && {pointer.text} != 0" if extent.nullable else "")
    read = f"if ({test}) {{ {ctype.name} {probe} = {pointer.text}[{size.text} - 1]; }}"
    yield clauses.lines.placed(extent.where, read)


def _size(extent: Extent, clauses: Clauses) -> Integer:
    if extent.last is None:
        return literal(1)
    return number(plus(extent.last, 1), clauses.scope(extent.where, extent.notation))
