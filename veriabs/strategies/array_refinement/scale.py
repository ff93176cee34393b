"""Scale a task down: replace every large size by a small one.

The data that has to be tracked shows at small sizes, where paths are short. The choice does not affect soundness.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of, has, map_expressions, map_parts, statements, walk
from veriabs.core.expressions import Const, Expr
from veriabs.core.statements import Break, Halt, If, Loop
from veriabs.invariants.scalar.sizes import LARGE, shrunk
from veriabs.strategies.array_refinement.subject import Subject, View, limit_of


def scaled(subject: Subject, seed: int) -> Subject | None:
    """The subject with the same keys, variables and arrays, at sizes that depend on the seed; None if it is small
    already.
    """
    small = shrunk(_large(subject), Random(seed))
    if not small:
        return None

    def change(part: Expr) -> Expr:
        if not isinstance(part, Const) or not isinstance(part.value, int):
            return part
        return replace(part, value=small.get(part.value, part.value))

    view = _view(subject.view, change)
    keys = {name: tuple(map_parts(key, change) for key in found) for name, found in subject.keys.items()}
    return replace(subject, view=view, keys=keys, limit=limit_of(view.body, view.arrays))


def _large(subject: Subject) -> list[int]:
    """The constants to replace, in order: sizes, indices, and operands of the tests of loops and exits."""
    view = subject.view
    exprs = [stmt.test for stmt in statements(view.body) if isinstance(stmt, Loop)]
    exprs += [s.test for s in statements(view.body) if isinstance(s, If) and has((*s.then, *s.orelse), Halt, Break)]
    exprs += [index for element in elements_of(view.body) for index in element.indices]
    exprs += [size for array in view.arrays.values() for size in array.sizes]
    numbers = (node.value for expr in exprs for node in walk(expr) if isinstance(node, Const))
    return sorted({value for value in numbers if isinstance(value, int) and abs(value) >= LARGE})


def _view(view: View, change: Callable[[Expr], Expr]) -> View:
    sizes = {name: tuple(map_parts(size, change) for size in array.sizes) for name, array in view.arrays.items()}
    arrays = {name: replace(array, sizes=sizes[name]) for name, array in view.arrays.items()}
    return replace(view, body=map_expressions(view.body, change), arrays=arrays)
