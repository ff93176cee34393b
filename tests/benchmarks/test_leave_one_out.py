"""Test the script that measures components: it counts the verdicts that are lost when one is switched off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import leave_one_out
import pytest
from ledger_task import WHOLE, Record

BASE = {"work": 15.0}
OTHER = {"work": 8.0, "without": ["x"]}


def task(name: str, verdict: str, work: float = 1.0, **more: Any) -> Record:
    found = {"task": name, "goal": WHOLE, "family": name[0], "verdict": verdict, "work": work, "components": ["x"]}
    return found | more


def goal(name: str, verdict: str, **more: Any) -> Record:
    return {"task": name, "goal": "3:1 assertion", "verdict": verdict, **more}


def test_only_tasks_are_run_again_that_can_be_lost() -> None:
    base = [
        task("a1", "TRUE"),
        task("a2", "FALSE"),
        task("a3", "UNKNOWN"),
        task("a4", "TRUE", 5.0),
        task("a5", "TRUE", components=["y"]),
        goal("a1", "TRUE"),
    ]
    assert {one["task"] for one in leave_one_out.affected("x", base, 8.0)} == {"a1", "a2"}
    assert {one["task"] for one in leave_one_out.affected("x", base, 15.0)} == {"a1", "a2", "a4"}


def test_tasks_alternate_between_families() -> None:
    base = [task(f"{family}{number}", "TRUE") for family in "abc" for number in range(5)]
    found = [one["family"] for one in leave_one_out.affected("x", base, 8.0)]
    assert [set(found[place : place + 3]) for place in range(0, 15, 3)] == [set("abc")] * 5


def test_worth_counts_lost_proofs_refutations_and_work() -> None:
    base = [task("a1", "TRUE"), goal("a1", "TRUE"), task("a2", "TRUE", 2.0), task("b1", "FALSE"), task("c1", "TRUE")]
    without = [task("a1", "UNKNOWN", 8.0, late=True), goal("a1", "UNKNOWN"), task("a2", "TRUE"), task("b1", "UNKNOWN")]
    found = leave_one_out.worth("x", (BASE, base), (OTHER, without))
    assert (found.took_part, found.run, found.proofs, found.refutations, found.families) == (
        4,
        3,
        ("a1",),
        ("b1",),
        frozenset("a"),
    )
    assert found.ratios == (2.0,)  # without it the other task takes half of the work
    assert found.wrong == ()


def test_wrong_verdicts_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leave_one_out, "components", lambda: ["strategy s", "x", "y"])
    base, folder = tmp_path / "base", tmp_path / "without"
    folder.mkdir()
    late = task("c1", "TRUE", 9.0, components=["y"])
    write(base, [BASE, task("a1", "TRUE"), task("b1", "TRUE"), late])
    write(folder / "x.jsonl", [OTHER, task("a1", "FALSE", wrong=True), task("b1", "UNKNOWN")])
    text, wrong = leave_one_out.table([(base, folder)])
    assert "| `x` | 2 | 2 | 1 | 1 | 0 |  |" in text.splitlines()
    assert text.endswith("Took part in none of the tasks: `s`.\n\nTook part only where that is late: `y`.")
    assert wrong == ["x: a1 *: TRUE -> FALSE", "x: a1 *: FALSE is wrong"]
    twice, _ = leave_one_out.table([(base, folder), (base, folder)])
    assert "| `x` | 4 | 4 | 2 | 1 | 0 |  |" in twice.splitlines()


def write(path: Path, records: list[Any]) -> None:
    path.write_text("\n".join(map(json.dumps, records)) + "\n", encoding="utf-8")


def test_components_are_listed_with_the_strategies() -> None:
    found = leave_one_out.components()
    assert len(found) == len(set(found)) > 40
    assert {"strategy shrinking", "strategy native", "loop_coalescing", "in_place_map"} <= set(found)
