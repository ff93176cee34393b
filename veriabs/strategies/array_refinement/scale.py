"""Scale a task down: replace every large size by a small one.

The data that has to be tracked shows at small sizes, where paths are short. The choice does not affect soundness.
"""

from __future__ import annotations

from random import Random

from veriabs.core.copying import replace
from veriabs.core.ctree import map_expressions, map_parts
from veriabs.core.expressions import Const, Expr
from veriabs.invariants.scalar.sizes import LARGE, shrunk
from veriabs.strategies.array_refinement.subject import RefinementTask, TaskView, limit_of, sizes_of


def scale(subject: RefinementTask, seed: int) -> RefinementTask | None:
    """The subject with the same variables, arrays and tracked indices, at sizes that depend on the seed.

    None if it is small already.
    """
    view = subject.view
    small = shrunk(sorted(size for size in sizes_of(view.body, view.arrays) if abs(size) >= LARGE), Random(seed))
    if not small:
        return None

    def change(part: Expr) -> Expr:
        if not isinstance(part, Const) or not isinstance(part.value, int):
            return part
        return replace(part, value=small.get(part.value, part.value))

    def changed(exprs: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return tuple(map_parts(expr, change) for expr in exprs)

    arrays = {name: replace(array, sizes=changed(array.sizes)) for name, array in view.arrays.items()}
    body = map_expressions(view.body, change)
    keys = {name: changed(found) for name, found in subject.keys.items()}
    return replace(subject, view=TaskView(body, view.scalars, arrays), keys=keys, limit=limit_of(body, arrays))
