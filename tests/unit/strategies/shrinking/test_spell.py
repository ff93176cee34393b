"""Test the C names of state variables, locals and cells in generated programs."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.expressions import Const, Element, Var
from veriabs.core.loop_model import FusedLoops, LoopModel, Pairing
from veriabs.core.types import INT
from veriabs.loops.fuse import groups
from veriabs.strategies.shrinking.pairing import pairings
from veriabs.strategies.shrinking.shape import FusionPlan, cell_arrays
from veriabs.strategies.shrinking.spell import CNames

Model = Callable[[str], LoopModel]


X, J, N, NINE = Var("i", INT), Var("j", INT), Var("n", INT), Const(9, INT)


TEXT = """int a[100], b[100]; int x, n; int main(void) {{ n = __VERIFIER_nondet_int(); {code}
{look} return 0; }}"""


LOOK = "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == 1);"


def first(model: Model, code: str, look: str = LOOK) -> tuple[LoopModel, FusedLoops, Pairing]:
    task = model(TEXT.format(code=code, look=look))
    group = next(g for g in groups(task) if isinstance(g, FusedLoops))
    return task, *next(pairings(task, group))


def shape(model: Model, code: str, look: str = LOOK, cells: bool = True) -> FusionPlan:
    task, group, pairing = first(model, code, look)
    return FusionPlan(task, group, pairing, frozenset(cell_arrays(task, group, pairing)) if cells else frozenset())


def test_speller_knows_state_locals_and_cells(model: Model) -> None:
    found = shape(model, "for (int i = 0; i < 100; i++) { a[i] = x; if (b[i] > x) x = 5; }")
    speller = CNames(found)
    assert speller.scalar("x") == "s.x"
    assert speller.scalar("x", frozenset({"x"})) == "x"
    assert speller.scalar("n") == "n"
    printer = speller.printer(slot="l")
    i = Var("i", INT)
    assert printer.expr(Element("a", (i,), INT)) == "s.a[l]"
    assert printer.expr(Element("b", (i,), INT)) == "b[l]"


def test_arrays_without_cells_keep_their_indices(model: Model) -> None:
    speller = CNames(shape(model, "for (int i = 0; i < 100; i++) a[i] = 1;", cells=False))
    assert speller.printer(slot="l").expr(Element("a", (Var("n", INT),), INT)) == "a[n]"
