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
from veriabs.frontend.harness.names import Names, file_scope, parameters_of
from veriabs.frontend.harness.places import Lines
from veriabs.frontend.instrument.shapes import Shapes

_DECLARED = f'# 1 "{WRITTEN}"\nextern void __VERIFIER_assert(int);\n'


def with_preconditions(
    text: str, task: Task, tree: c_ast.FileAST, called: Sequence[c_ast.FuncDef], contracts: Mapping[str, Contract]
) -> tuple[str, list[str]]:
    """Add the precondition checks to each function, and return the conditions that are not checked."""
    names = Names(text)
    shapes = Shapes(task.data_model)
    shapes.learn(tree)
    lines = Lines(text)
    edits, conditions = dict[int, str](), list[str]()
    for function in called:
        conditions += _unchecked(function, contracts[function.decl.name], task, shapes)
        goals = list(_goals(function, contracts[function.decl.name], task, tree, names, shapes, lines))
        if goals:
            begin = lines.offset(function.body.coord, "{") + 1
            edits[begin] = lines.inserted("\n".join(goals), begin)
    for begin, inserted in sorted(edits.items(), reverse=True):
        text = text[:begin] + inserted + text[begin:]
    declared = {node.name for node in tree.ext if isinstance(node, c_ast.Decl)}
    return (_DECLARED + text if edits and "__VERIFIER_assert" not in declared else text), conditions


def _unchecked(function: c_ast.FuncDef, contract: Contract, task: Task, shapes: Shapes) -> Iterator[str]:
    """The requirements of a callee that no code checks."""
    parameters = {str(getattr(one, "name", "")): one for one in parameters_of(function)}
    accessed = GoalKind.BOUNDS.value in task.checks
    extents = [one for one in contract.extents if not (accessed and _cell(one, parameters, shapes) is not None)]
    if extents or contract.separated:
        yield f"{function.decl.name} is given the memory that its contract requires, which is not checked"


def _cell(extent: Extent, parameters: Mapping[str, c_ast.Node], shapes: Shapes) -> IntType | None:
    """The type of the cells that an access can be made to, to see that they are there."""
    if not isinstance(extent.pointer, syntax.Name) or extent.bytes is not None:
        return None
    pointer = parameters.get(extent.pointer.name)
    found = shapes.arithmetic(shapes.element(pointer.type)) if pointer is not None else None
    return found if isinstance(found, IntType) else None


def _goals(
    function: c_ast.FuncDef,
    contract: Contract,
    task: Task,
    tree: c_ast.FileAST,
    names: Names,
    shapes: Shapes,
    lines: Lines,
) -> Iterator[str]:
    parameters = [one for one in parameters_of(function) if getattr(one, "name", None)]
    known = {one.name: Variable(one.name, one.type, local=True) for one in parameters}
    clauses = Clauses(names, shapes, {**file_scope(tree), **known}, lines)
    for condition in (*contract.requires, *contract.checked):
        yield clauses.asserted(condition)
    if GoalKind.BOUNDS.value in task.checks:
        for extent in contract.extents:
            yield from _accessed(extent, clauses, shapes)


def _accessed(extent: Extent, clauses: Clauses, shapes: Shapes) -> Iterator[str]:
    """Reads the last cell that the pointer has to have, which is out of bounds where it does not."""
    ctype = _cell(extent, clauses.variables, shapes)
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
