"""The same task at a small size: every large number that is a size is replaced by a small one.

What has to be tracked shows at small sizes, where all paths are short. Nothing rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, TypeVar

from veriabs.core.ctree import elements_of, has, statements, walk
from veriabs.core.expressions import Const
from veriabs.core.statements import Break, Halt, If, Loop
from veriabs.invariants.scalar.runs import LARGE, shrunk
from veriabs.strategies.array_refinement.subject import Subject, View, limit_of

Tree = TypeVar("Tree")


def scaled(subject: Subject, seed: int) -> Subject | None:
    """The subject with the same keys, variables and arrays, at a size that depends on the seed; None if it is small."""
    small = shrunk(_large(subject), Random(seed))
    if not small:
        return None
    bits = None if subject.bits is None else _view(subject.bits, small)
    exact = _view(subject.exact, small)
    keys = {name: _rewritten(found, small) for name, found in subject.keys.items()}
    return replace(subject, exact=exact, bits=bits, keys=keys, limit=limit_of(exact.body, exact.arrays))


def _large(subject: Subject) -> list[int]:
    """The numbers that are replaced, in order: sizes, indices, and what loops and exits are tested for."""
    view = subject.exact
    exprs = [stmt.test for stmt in statements(view.body) if isinstance(stmt, Loop)]
    exprs += [s.test for s in statements(view.body) if isinstance(s, If) and has((*s.then, *s.orelse), Halt, Break)]
    exprs += [index for element in elements_of(view.body) for index in element.indices]
    exprs += [size for array in view.arrays.values() for size in array.sizes]
    numbers = (node.value for expr in exprs for node in walk(expr) if isinstance(node, Const))
    return sorted({value for value in numbers if isinstance(value, int) and abs(value) >= LARGE})


def _view(view: View, small: Mapping[int, int]) -> View:
    arrays = {name: replace(array, sizes=_rewritten(array.sizes, small)) for name, array in view.arrays.items()}
    return replace(view, body=_rewritten(view.body, small), arrays=arrays)


def _rewritten(tree: Tree, small: Mapping[int, int]) -> Tree:
    """Expressions and statements are dataclasses of each other, which are rebuilt with the numbers replaced."""
    found: Any = tree
    if isinstance(found, Const):
        found = replace(found, value=small.get(found.value, found.value)) if isinstance(found.value, int) else found
    elif isinstance(found, tuple):
        found = tuple(_rewritten(part, small) for part in found)
    elif is_dataclass(found) and not isinstance(found, type):
        parts = {one.name: getattr(found, one.name) for one in fields(found) if one.init}
        changed = {name: _rewritten(part, small) for name, part in parts.items() if _has_parts(part)}
        found = replace(found, **changed) if changed else found
    result: Tree = found
    return result


def _has_parts(part: object) -> bool:
    return isinstance(part, tuple) or is_dataclass(part)
