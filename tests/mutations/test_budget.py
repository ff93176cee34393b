# ruff: noqa: E501  (a mutant a line)
"""Test that the checks of the budget can fail: one side ignores the budget, or nothing is compared."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import budget  # noqa: E402

from veriabs.validation import program  # noqa: E402


@dataclass(frozen=True, slots=True)
class Mutant:
    """A line of the runtime that is changed, and the check that has to fail then."""

    name: str
    old: str
    new: str
    check: Callable[[Path], None]


COUNTED = "if (veriabs_count == VERIABS_LIMIT)\n    veriabs_stop(VERIABS_CUT);"
STEPPED = "if (veriabs_steps == VERIABS_STEPS)"
MUTANTS = (
    Mutant("the first ignores events", COUNTED, "if (veriabs_count == VERIABS_LIMIT)\n    return;", budget.both_stop_after_as_many_events),
    Mutant("the second ignores events", "veriabs_how == VERIABS_CUT)\n      veriabs_leave(0);", "veriabs_how == VERIABS_CUT)\n      ;", budget.both_stop_after_as_many_events),
    Mutant("the first ignores iterations", STEPPED, "if (veriabs_second && veriabs_steps == VERIABS_STEPS)", budget.the_first_stops_in_a_loop_without_events),
    Mutant("the second ignores iterations", STEPPED, "if (!veriabs_second && veriabs_steps == VERIABS_STEPS)", budget.the_second_stops_in_a_loop_without_events),
    Mutant("no value is compared", "if (at != 0 && veriabs_value[at - 1] != value)", "if (0)", budget.a_difference_in_front_of_the_cut_is_found),
    Mutant("the second stops at once", "if (veriabs_second) {\n    unsigned at", "if (veriabs_second) {\n    veriabs_leave(0);\n    unsigned at", budget.small_runs_are_compared_to_their_end),
    Mutant("a run that is cut has ended", "shared->too_many = at_its_end;", "shared->too_many = 1;", budget.both_stop_after_as_many_events),
    Mutant("all memory is touched", "if (size >= 4 * VERIABS_PAGES)", "if (0)", budget.memory_that_is_not_used_costs_nothing),
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "-"))
def test_a_budget_that_is_ignored_is_noticed(mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    render = program.render_c

    def changed(template: str, values: Mapping[str, object]) -> str:
        text = render(template, values)
        assert mutant.old in text
        return text.replace(mutant.old, mutant.new)

    mutant.check(tmp_path)
    monkeypatch.setattr(program, "render_c", changed)
    with pytest.raises(AssertionError):
        mutant.check(tmp_path)
