"""Test the ledger, the file with the verdict and the work of each benchmark goal: sampling, comparison, limits."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import ledger
import ledger_task
import ledger_tasks
import pytest
import work_clock
from ledger_task import WHOLE, Record, strategies_in

from veriabs.core.components import VARIABLE
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.results import GoalAnswer, Verdict
from veriabs.core.source import Where

SCRIPT = Path(ledger.__file__)
SAFE = """int __VERIFIER_nondet_int(void);
void reach_error() {}
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }
int a[100000];
int main(void) {
  for (int i = 0; i < 100000; i++) a[i] = 3;
  for (int i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == 3);
  return 0;
}
"""


# -------------------------------------------------------------------------------------------------------------- sample


def test_the_sample_has_each_family_and_each_verdict() -> None:
    every = ledger_tasks.own()
    some = ledger_tasks.sample(every)
    assert {(one.family, one.safe) for one in some} == {(one.family, one.safe) for one in every}
    assert len(some) < len(every) / 4
    assert ledger_tasks.sample(reversed(every)) == some


def test_a_new_task_changes_the_sample_by_one_at_most() -> None:
    every = ledger_tasks.own()
    before = set(ledger_tasks.sample(every))
    for left_out in (every[0], every[400], every[-1]):
        fewer = set(ledger_tasks.sample(one for one in every if one != left_out))
        assert len(fewer ^ before) <= 2
        assert (fewer == before) is (left_out not in before)


def test_tasks_have_their_expected_verdict_and_family() -> None:
    every = {entry.name: entry for entry in ledger_tasks.own()}
    assert every["sv-comp/tasks/copy/plain_copy.yml"].safe is True
    assert all(one.safe is False for one in every.values() if one.family == "tests/programs/false")
    assert not any(name.endswith(".c") and name.startswith("sv-comp/") for name in every)
    assert {one.family for one in every.values() if one.family.startswith("tests/programs/traps/")} > {
        "tests/programs/traps/a",
        "tests/programs/traps/front",
    }


def test_goal_verdict_contradicts_the_label_of_its_line(tmp_path: Path) -> None:
    path = tmp_path / "one.c"
    path.write_text("int x;\nx = a[i]; // bounds=fails overflow=holds\n", encoding="utf-8")
    entry = ledger_tasks.Entry(ledger_tasks.CHECKED, "one.c", path, None)
    assert entry.contradicts(2, "bounds", "TRUE") and entry.contradicts(2, "overflow", "FALSE")
    assert entry.contradicts(1, "assertion", "FALSE")
    assert not entry.contradicts(2, "bounds", "FALSE") and not entry.contradicts(2, "overflow", "UNKNOWN")
    safe = ledger_tasks.Entry("copy", "one.c", path, True)
    assert safe.contradicts(2, "assertion", "FALSE") and not safe.contradicts(2, "assertion", "TRUE")


def test_goals_of_one_line_are_taken_together(tmp_path: Path) -> None:
    """As the words on a line are: one of its accesses may be in bounds where another is not."""
    path = tmp_path / "one.c"
    path.write_text("a[i] = a[j]; // bounds=fails\n", encoding="utf-8")
    entry = ledger_tasks.Entry(ledger_tasks.CHECKED, "one.c", path, None)
    goals = [Goal(GoalKind.BOUNDS, Where("one.c", 1, column)) for column in (1, 8)]
    for verdicts, wrong in (("TF", set()), ("TU", set()), ("TT", {(1, "bounds")})):
        words = {"T": Verdict.TRUE, "F": Verdict.FALSE, "U": Verdict.UNKNOWN}
        answers = [GoalAnswer(goal, words[one]) for goal, one in zip(goals, verdicts, strict=True)]
        assert ledger_task._wrong_places(entry, answers) == wrong


def test_the_strategies_behind_a_proof() -> None:
    assert strategies_in("shrinking") == {"shrinking"}
    assert strategies_in("lockstep (closed_forms on the lockstep program)") == {"lockstep", "closed_forms"}


# ---------------------------------------------------------------------------------------------------------- comparison


def task(name: str, verdict: str, work: float = 1.0, **more: Any) -> Record:
    return {"task": name, "goal": WHOLE, "family": "f", "verdict": verdict, "work": work, **more}


def goal(name: str, verdict: str, place: str = "3:1 assertion", **more: Any) -> Record:
    return {"task": name, "goal": place, "verdict": verdict, **more}


def compared(old: list[Record], new: list[Record], ratio: float = 1.5) -> ledger.Comparison:
    return ledger.Comparison(({"work": 10.0}, old), ({"work": 10.0}, new), ratio)


def test_equal_ledgers_differ_in_nothing() -> None:
    records = [task("a", "TRUE"), goal("a", "TRUE"), task("b", "UNKNOWN", late=True), goal("b", "UNKNOWN")]
    found = compared(records, records)
    assert found.lines() == [] and not found.is_bad
    assert "mean ratio 1.000" in found.mean()


@pytest.mark.parametrize(("was", "now"), [("TRUE", "FALSE"), ("FALSE", "TRUE")])
def test_a_changed_verdict_is_bad(was: str, now: str) -> None:
    found = compared([task("a", was), goal("a", was)], [task("a", now), goal("a", now)])
    assert found.is_bad and len(found.changed) == 2


def test_a_wrong_verdict_is_bad() -> None:
    found = compared([task("a", "UNKNOWN")], [task("a", "TRUE", wrong=True)])
    assert found.is_bad and found.wrong == ["a *: TRUE is wrong"]


@pytest.mark.parametrize(("was", "now"), [("TRUE", "TRUE if"), ("TRUE if", "FALSE"), ("FALSE", "TRUE if")])
def test_gained_or_lost_conditions_are_listed_and_not_bad(was: str, now: str) -> None:
    found = compared([task("a", was), goal("a", was)], [task("a", now), goal("a", now)])
    assert not found.is_bad and found.lost == found.gained == []
    assert f"a *: {was} -> {now}" in found.conditional and len(found.conditional) == 2


def test_a_proof_with_conditions_that_is_open_now_is_lost() -> None:
    found = compared([task("a", "TRUE if"), goal("a", "TRUE if")], [task("a", "UNKNOWN"), goal("a", "UNKNOWN")])
    assert found.lost == ["a 3:1 assertion: TRUE if -> UNKNOWN"]


def test_lost_and_gained_goals_are_reported_once() -> None:
    old = [task("a", "TRUE"), goal("a", "TRUE"), task("b", "UNKNOWN"), goal("b", "UNKNOWN"), task("c", "TRUE")]
    new = [task("a", "UNKNOWN"), goal("a", "UNKNOWN"), task("b", "FALSE"), goal("b", "FALSE"), task("c", "CRASH")]
    found = compared(old, new)
    assert found.lost == ["a 3:1 assertion: TRUE -> UNKNOWN", "c *: TRUE -> CRASH"]
    assert found.gained == ["b 3:1 assertion: UNKNOWN -> FALSE"]
    assert not found.is_bad


def test_results_near_the_time_limit_count_as_chance() -> None:
    old = [task("a", "TRUE", 8.0), goal("a", "TRUE"), task("b", "UNKNOWN", 10.0, late=True), goal("b", "UNKNOWN")]
    new = [task("a", "UNKNOWN", 10.0, late=True), goal("a", "UNKNOWN"), task("b", "FALSE", 9.0), goal("b", "FALSE")]
    found = compared(old, new)
    assert found.lost == found.gained == [] and len(found.by_chance) == 2
    given_up = [task("a", "UNKNOWN", 3.0), goal("a", "UNKNOWN"), *new[2:]]
    assert compared(old, given_up).lost == ["a 3:1 assertion: TRUE -> UNKNOWN"]  # no limit ended it


def test_work_is_compared_task_by_task() -> None:
    old = [task("a", "TRUE", 1.0), task("b", "TRUE", 4.0), task("c", "TRUE", 0.1), task("d", "UNKNOWN", 1.0)]
    new = [task("a", "TRUE", 1.2), task("b", "TRUE", 1.0), task("c", "TRUE", 0.4), task("d", "UNKNOWN", 9.0)]
    found = compared(old, new)
    assert found.dearer() == ["b: 4.00 -> 1.00 s of work"]
    assert "3 tasks decided alike: work 5.1 -> 2.6 s" in found.mean()


def test_tasks_of_one_side_are_named() -> None:
    found = compared([task("a", "TRUE"), task("b", "TRUE")], [task("a", "TRUE"), task("c", "TRUE")])
    assert found.only == ["b: only in the old", "c: only in the new"]


def test_the_command_fails_on_a_changed_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / name for name in ("old", "new")]
    for path, verdict in zip(paths, ("TRUE", "FALSE"), strict=True):
        path.write_text("\n".join(map(json.dumps, [{"work": 10}, task("a", verdict)])), encoding="utf-8")
    assert ledger.compared(*paths, 1.5) == 1
    assert "a *: TRUE -> FALSE" in capsys.readouterr().out
    assert ledger.compared(paths[0], paths[0], 1.5) == 0


# ---------------------------------------------------------------------------------------------------------------- work


def test_the_clock_counts_the_work_of_children_and_no_waiting() -> None:
    clock, begun = work_clock.WorkClock(), time.monotonic()
    before = clock()
    time.sleep(0.3)
    waited = clock() - before
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.4: pass"], check=True)
    worked = clock() - before
    assert waited < 0.2
    assert 0.35 <= worked <= time.monotonic() - begun + 0.4  # of other processes the kernel counts hundredths
    assert clock() >= before + worked


def test_clock_counts_running_children() -> None:
    clock = work_clock.WorkClock()
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ntime.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(2 * work_clock.EVERY)
        assert clock() >= 0.25
    finally:
        child.kill()
        child.communicate()


def recorded(path: Path, folder: Path, *more: str) -> list[Record]:
    command = [sys.executable, str(SCRIPT), "record", str(path), "--folder", str(folder), "--jobs", "1", *more]
    subprocess.run(command, check=True, capture_output=True)
    return ledger.read(path)[1]


@pytest.mark.long
@pytest.mark.cbmc
def test_recording_a_task_twice_gives_the_same_result(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "safe.c").write_text(SAFE, encoding="utf-8")
    (folder / "unsafe.c").write_text(SAFE.replace("== 3", "== 4"), encoding="utf-8")
    (folder / "none.c").write_text("int main(void) { return x; }", encoding="utf-8")
    first = recorded(tmp_path / "first", folder, "--certificates")
    whole = {one["task"]: one for one in first if one["goal"] == WHOLE}
    verdicts = {name: one["verdict"] for name, one in whole.items()}
    assert verdicts == {"programs/safe.c": "TRUE", "programs/unsafe.c": "FALSE", "programs/none.c": "ERROR"}
    assert whole["programs/safe.c"]["certificate"] == "accepted"
    proof = next(one for one in first if one["task"] == "programs/safe.c" and one["goal"] != WHOLE)
    assert proof["verdict"] == "TRUE" and f"strategy {proof['strategy']}" in whole["programs/safe.c"]["components"]
    again = recorded(tmp_path / "again", folder)
    found = ledger.Comparison(ledger.read(tmp_path / "first"), ({"work": 15.0}, again), 3.0)
    assert found.lines() == []
    without = recorded(tmp_path / "without", folder, "--tasks", "_safe|/safe", "--without", proof["strategy"])
    assert all(one.get("strategy") != proof["strategy"] for one in without)


@pytest.mark.cbmc
def test_interrupted_work_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the minutes are over no task starts, and tasks of an earlier run are not run again."""
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "one.c").write_text(SAFE, encoding="utf-8")
    entries = list(ledger_tasks.below(tmp_path, tmp_path))
    words = ["record", str(tmp_path / "ledger"), "--minutes", "0"]
    options = ledger.arguments().parse_args(words)
    assert not ledger.record(options.ledger, entries, options)
    with options.ledger.open("a", encoding="utf-8") as file:
        file.write(json.dumps(task("one.c", "TRUE")) + "\n")
    assert ledger.record(options.ledger, entries, options)
    with pytest.raises(SystemExit, match="other options"):
        ledger.record(options.ledger, entries, ledger.arguments().parse_args([*words, "--work", "3"]))
