"""Test the wording of conditions in "TRUE if ..."."""

from __future__ import annotations

import pytest

from veriabs.core.conditions import (
    NO_OVERFLOW,
    ConditionKind,
    VerdictCondition,
    clauses,
    merge,
    short_verdict,
    verdict_text,
)
from veriabs.core.source import Where


def condition_at(kind: ConditionKind, *lines: int, text: str = "") -> VerdictCondition:
    return VerdictCondition(kind, text, tuple(Where("m.c", line, 7) for line in lines))


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (VerdictCondition(ConditionKind.ENTRY, "a has n elements"), "a has n elements"),
        (NO_OVERFLOW, "nothing overflows"),
        (condition_at(ConditionKind.OVERFLOW, 5), "nothing overflows at line 5"),
        (condition_at(ConditionKind.BOUNDS, 12), "the access at line 12 is in bounds"),
        (condition_at(ConditionKind.BOUNDS, 12, 17), "the accesses at lines 12 and 17 are in bounds"),
        (condition_at(ConditionKind.BOUNDS, 4, 12, 12, 17), "the accesses at lines 4, 12 and 17 are in bounds"),
        (condition_at(ConditionKind.CHECK, 9, text="shift"), "each shift check at line 9 holds"),
        (condition_at(ConditionKind.CHECK, 9, 11, text="shift"), "each shift check at lines 9 and 11 holds"),
    ],
)
def test_a_condition_is_a_clause(condition: VerdictCondition, said: str) -> None:
    assert str(condition) == said


def test_places_of_several_files_name_the_files() -> None:
    both = VerdictCondition(ConditionKind.BOUNDS, "", (Where("a.c", 3), Where("b.c", 3)))
    assert str(both) == "the accesses at a.c:3 and b.c:3 are in bounds"


def test_conditions_of_one_kind_are_joined() -> None:
    entry, text = (
        condition_at(ConditionKind.ENTRY, text="a has n elements"),
        "the accesses at lines 12 and 17 are in bounds",
    )
    found = merge((condition_at(ConditionKind.BOUNDS, 17), entry, condition_at(ConditionKind.BOUNDS, 12), entry))
    assert clauses(found) == f"{text}; a has n elements"


def test_global_overflow_condition_covers_those_of_lines() -> None:
    assert merge((condition_at(ConditionKind.OVERFLOW, 5), NO_OVERFLOW)) == (NO_OVERFLOW,)
    assert merge((NO_OVERFLOW, condition_at(ConditionKind.OVERFLOW, 5))) == (NO_OVERFLOW,)


def test_verdict_lists_its_conditions() -> None:
    assert (verdict_text("TRUE", "a has n elements"), verdict_text("TRUE", "")) == ("TRUE if a has n elements", "TRUE")
    assert (short_verdict("TRUE", "a has n elements"), short_verdict("TRUE", "")) == ("TRUE if", "TRUE")
