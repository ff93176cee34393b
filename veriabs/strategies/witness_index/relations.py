"""What the iterations of a gap keep: relations between a scalar before and after any number of iterations.

Each relation is one that composes: if it holds over p iterations and over q more, it holds over p + q. So it is enough
that one iteration keeps it, from any state that earlier iterations may have left; that is proved by CBMC (Houdini:
candidates that fail are dropped until the rest prove each other).
"""

from __future__ import annotations

from itertools import combinations

from veriabs.core.ctree import statements, target_name
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.program import Scalar
from veriabs.core.statements import Assign, Havoc, Loop
from veriabs.core.types import LLONG, IntType
from veriabs.strategies.witness_index.accesses import passing

MOST_PAIRED = 4
"""Loops that carry more scalars than this get no candidates about pairs of them."""

WIDEST = 32
"""Bits of a scalar whose changes can be added up in 64 bits."""

RELATION = "relation"
"""How the names of relations begin."""

PASSED = Var("loop_passed", LLONG)
"""The number of iterations between the two states."""


def before(variable: Var) -> Var:
    """The scalar in front of the iterations."""
    return Var(f"kept_{variable.name}", variable.type)


def candidates(model: LoopModel, facts: LoopFacts) -> tuple[Expr, ...]:
    """Candidate relations of the scalars that a loop carries, over `before(v)`, v and `PASSED`."""
    carried = [v for name in sorted(facts.written) if (v := _carried(model, facts, name)) is not None]
    found = [relation for v in carried for relation in _of_one(v)]
    narrow = [v for v in carried if isinstance(v.type, IntType) and v.type.bits <= WIDEST]
    if len(narrow) <= MOST_PAIRED:
        found += [relation for v, w in combinations(narrow, 2) for relation in _of_two(v, w)]
    return tuple(found)


def _carried(model: LoopModel, facts: LoopFacts, name: str) -> Var | None:
    """The scalar if the loop computes it from one iteration to the next."""
    scalar = model.scalars.get(name)
    if scalar is None or not isinstance(scalar.type, IntType) or name in facts.private:
        return None
    if any(a.variable.name == name for a in facts.accelerable):
        return None
    writes = [s for s in statements((*facts.loop.body, *facts.loop.update)) if isinstance(s, Assign | Havoc)]
    own = [s for s in writes if isinstance(s.target, Var) and s.target.name == name]
    if any(isinstance(s, Havoc) for s in own) or all(isinstance(s, Assign) and isinstance(s.value, Const) for s in own):
        return None
    return Var(name, scalar.type)


def _of_one(v: Var) -> list[Expr]:
    found: list[Expr] = [Binary(">=", v, before(v)), Binary("<=", v, before(v))]
    if isinstance(v.type, IntType) and v.type.bits <= WIDEST:
        found += [Binary("<=", _change(v), PASSED), Binary("<=", Binary("-", _wide(before(v)), _wide(v)), PASSED)]
    return found


def _of_two(v: Var, w: Var) -> list[Expr]:
    one, two = _change(v), _change(w)
    compared: list[Expr] = [Binary(op, one, two) for op in ("==", "<=", ">=")]
    return [*compared, *(Binary(op, Binary("+", one, two), PASSED) for op in ("==", "<="))]


def _change(v: Var) -> Expr:
    return Binary("-", _wide(v), _wide(before(v)))


def _wide(v: Var) -> Expr:
    return Cast(LLONG, v)


def constants(loop: Loop, scalar: Scalar) -> list[Const] | None:
    """The constants that the loop assigns to a scalar; None if it assigns anything else."""
    found: dict[Const, None] = {}
    for stmt in statements(passing((*loop.body, *loop.update))):
        if not isinstance(stmt, Assign | Havoc) or target_name(stmt.target) != scalar.name:
            continue
        if not isinstance(stmt, Assign) or not isinstance(stmt.value, Const) or not isinstance(scalar.type, IntType):
            return None
        if not isinstance(stmt.value.value, int):
            return None
        found[Const(wrap(stmt.value.value, scalar.type), scalar.type)] = None
    return list(found)
