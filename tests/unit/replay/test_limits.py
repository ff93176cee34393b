"""Inputs from C library functions are reported within the functions' limits."""

from __future__ import annotations

import pytest

from veriabs.core.counterexample import NONDET_PREFIX, Site, SiteKind, VisitRange
from veriabs.core.source import WRITTEN, Where
from veriabs.core.types import INT
from veriabs.replay.limits import limited
from veriabs.report.inputs import input_name


def site(name: str, file: str = "a.c") -> Site:
    return Site(0, SiteKind.CALL, f"{NONDET_PREFIX}{name}", INT, Where(file, 4))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("rand", 5, 5),
        ("rand", 2**64 - 1, 2**31 - 1),
        ("getchar", 10, 10),
        ("getchar", 2**64 - 1, 2**64 - 1),
        ("getchar", 255, 255),
        ("getchar", 256 + 7, 7),
        ("scanf_count_0_2", 2, 2),
        ("scanf_count_0_2", 2**64 - 1, 2**64 - 1),
        ("scanf_count_0_2", 77, 2),
        ("scanf_count_0_2", 0, 0),
        ("scanf_count_1_2", 0, 2),
        ("scanf_count_0_2", 2**32 - 1, 2**64 - 1),
        ("scanf", 77, 77),
        ("time_long", 2**40, 2**40),
    ],
)
def test_values_are_reported_in_the_range_of_the_function(name: str, value: int, told: int) -> None:
    assert limited(site(name), (VisitRange(0, 3, value),)) == (VisitRange(0, 3, told),)


def test_ramps_are_split_where_they_leave_the_limits() -> None:
    assert limited(site("rand"), (VisitRange(0, 9, 3, 2),)) == (VisitRange(0, 9, 3, 2),)
    found = limited(site("getchar"), (VisitRange(4, 3, 254, 1),))
    assert found == (VisitRange(4, 1, 254), VisitRange(5, 1, 255), VisitRange(6, 1, 0))


def test_inputs_have_the_name_of_the_function() -> None:
    assert input_name(site("scanf_count_0_2")) == "scanf() at line 4"
    assert input_name(site("rand", WRITTEN)) == "rand()"
