"""Test unique names of core variables for C variables in nested scopes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.types import INT, ULLONG
from veriabs.frontend.lower.scope import UniqueNames
from veriabs.frontend.typed.declarators import BlockScope


def test_free_name_is_kept() -> None:
    names = UniqueNames()
    assert [names.fresh("x"), names.fresh("x"), names.fresh("x")] == ["x", "x_2", "x_3"]


@pytest.mark.parametrize("wanted", ["while", "main", "state", "nondet_int", "trips_2", "__VERIFIER_x", "itno", "_"])
def test_names_that_generated_programs_use_are_avoided(wanted: str) -> None:
    name = UniqueNames().fresh(wanted)
    assert name != wanted and not name.startswith("_")
    assert not name.startswith(("nondet_", "trips_", "VERIFIER_", "itno_"))


def test_second_variable_avoids_names_of_generated_programs() -> None:
    names = UniqueNames()
    first, second = names.fresh("trips"), names.fresh("trips")
    assert first != second and not {first, second} & {"trips_1", "trips_2"}


def test_a_name_that_is_released_is_given_again() -> None:
    names = UniqueNames()
    names.fresh("x"), names.fresh("x")
    names.release("x")
    assert names.fresh("x") == "x"
    assert names.fresh("x") == "x_3"


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["x", "x_2", "trips", "guard", "s", "_x"])), max_size=30))
def test_no_name_is_given_twice(steps: list[tuple[bool, str]]) -> None:
    names, held = UniqueNames(), list[str]()
    for releases, wanted in steps:
        if releases and held:
            names.release(held.pop())
        else:
            name = names.fresh(wanted)
            assert name not in held
            held.append(name)


def test_copied_scope_is_independent() -> None:
    names = UniqueNames()
    other = names.copy()
    assert names.fresh("x") == other.fresh("x") == "x"
    assert names.fresh("x") == "x_2"


def test_inner_scopes_hide_outer_ones_kind_by_kind() -> None:
    outer = BlockScope(typedefs={"t": INT}, tags={"t": ULLONG})
    inner = BlockScope(outer, typedefs={"t": ULLONG})
    assert (inner.typedef("t"), outer.typedef("t"), inner.tag("t")) == (ULLONG, INT, ULLONG)
    assert inner.entity("t") is None
    assert BlockScope(inner).typedef("t") == ULLONG
