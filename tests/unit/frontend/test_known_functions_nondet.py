"""Test the types that names such as `__VERIFIER_nondet_uchar` imply."""

from __future__ import annotations

import pytest

from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, INT
from veriabs.frontend.known_functions import is_nondet, suffix_type, undeclared_type


@pytest.mark.parametrize(("name", "bits"), [
    ("__VERIFIER_nondet_int", 32), ("nondet_uchar", 8), ("__VERIFIER_nondet_ulong", 64), ("nondet_bool", 1),
])  # fmt: skip
def test_nondet_function_name_determines_the_type(name: str, bits: int) -> None:
    told = suffix_type(name, DataModel.LP64)
    assert is_nondet(name) and told is not None and told.bits == bits


def test_other_function_names_have_no_type() -> None:
    assert is_nondet("nondet_colour") and suffix_type("nondet_colour", DataModel.LP64) is None
    assert not is_nondet("my_nondet") and suffix_type("my_nondet_int", DataModel.LP64) is None


def test_undeclared_nondet_function_returns_at_most_an_int() -> None:
    assert undeclared_type("nondet_short", DataModel.LP64) == INT
    assert undeclared_type("nondet_bool", DataModel.LP64) == BOOL
    assert undeclared_type("nondet_long", DataModel.LP64) is None
