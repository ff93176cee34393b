"""Test the proof that a closed form agrees with an iteration, at written cells and elsewhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from veriabs.strategies.closed_forms.certify import LoopCertificate
from veriabs.terms.binders import ite
from veriabs.terms.bits import bitwise
from veriabs.terms.conditions import eq
from veriabs.terms.entail import Entailment
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Term, call, const, symbol

T, J = symbol("t"), symbol("~j0")


def by_place(difference: Term) -> bool:
    certificate = object.__new__(LoopCertificate)
    certificate.counter = "t"
    certificate.executor = cast("object", SimpleNamespace(simplifier=Simplifier(Entailment(5.0))))  # type: ignore[assignment]
    return certificate._is_zero_by_iteration(difference, ())


def test_iteration_is_substituted_if_an_equation_determines_it() -> None:
    key, old = call("key", [T], 0, 7), call("a", [J], 0, 7)
    twice = bitwise("bits^8", bitwise("bits^8", old, key, 0, 7), call("key", [J], 0, 7), 0, 7)
    assert by_place(ite(eq(T, J), twice - old, const(0)))


def test_all_other_iterations_count_as_well() -> None:
    nothing = call("a", [T]) - call("a", [J])
    assert not by_place(ite(eq(T, J), nothing, const(1)))
    assert not by_place(ite(eq(T, J), nothing + 1, const(0)))
    assert not by_place(call("a", [T]))
