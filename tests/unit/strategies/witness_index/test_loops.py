"""Test the values of scalars after the iterations between two visits of the witness cell."""

from __future__ import annotations

from witnessed import Make, body, loops, spelled

from veriabs.core.expressions import Const
from veriabs.core.types import INT, IntType
from veriabs.strategies.witness_index.loops import constants


def test_scalars_that_are_assigned_constants_are_arbitrary_among_them(model: Make) -> None:
    """The published definition leaves them as they are, which is unsound (trap p06)."""
    made = model(body("a[i] = 0; if (b[i] == 1) m = 1; if (b[i] == 2) k = 1;"))
    written = spelled(made)
    assert "m = nondet_int();" in written
    assert "m == kept_m || m == 1" in written
    scalar = made.scalars["m"]
    assert constants(loops(made)[0], scalar) == [Const(1, INT)]


def test_a_constant_has_the_type_of_its_scalar(model: Make) -> None:
    text = body("a[i] = 0; if (b[i]) c = 300;").replace("m = 0;", "m = 0; unsigned char c = 0;")
    made = model(text.replace("m + k", "c"))
    assert constants(loops(made)[0], made.scalars["c"]) == [Const(44, IntType("unsigned char", 8, False))]
