"""`benchmarks/results_page.py make` prints docs/results.md, and `store` keeps the output of a benchmark."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
import results_page
from ledger_tasks import ROOT

PRINTED = """beside a load of 3

| program | N = 100 |
|---|---|
| copy | 1.5 s |
| maximum | 2.0 s |

above 1.1: maximum
"""


def test_the_committed_page_is_current() -> None:
    made = results_page.page(sorted(results_page.SECTIONS.glob("*.json")))
    committed = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert committed == made, "run benchmarks/results_page.py make > docs/results.md"
    assert len(committed.splitlines()) <= 300


@pytest.mark.parametrize("path", sorted(results_page.SECTIONS.glob("*.json")), ids=lambda path: path.stem)
def test_sections_are_written_as_the_command_writes_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert results_page.written(json.loads(text)) == text


def test_every_row_has_all_columns() -> None:
    for path in results_page.SECTIONS.glob("*.json"):
        for table in map(results_page.completed, json.loads(path.read_text(encoding="utf-8"))["tables"]):
            assert {len(row) for row in table["rows"]} == {len(table["columns"])}, path.name


def test_classes_have_rates_and_a_sum() -> None:
    classes = {
        "searches": {"programs": 20, "right": 15, "open": 5, "wrong": 0},
        "buffers": {"programs": 20, "right": 19, "open": 0, "wrong": 1},
    }
    table = results_page.of_classes(classes)
    assert table["columns"] == ["class", "programs", "right", "open", "wrong", "rate"]
    assert table["rows"][0] == ["buffers", 20, 19, 0, 1, "95 %"]
    assert table["rows"][-1] == ["all", 40, 34, 5, 1, "85 %"]


def test_a_measurement_replaces_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_page, "SECTIONS", tmp_path)
    path = tmp_path / "sizes.json"
    path.write_text(json.dumps({"title": "Sizes", "order": 1, "tables": [{"rows": []}, {"rows": [["kept"]]}]}))
    options = argparse.Namespace(section="sizes", number=0, command="sizes.py", commit="abc", note="")
    results_page.store(options, PRINTED)
    first, second = json.loads(path.read_text())["tables"]
    assert first["columns"] == ["program", "N = 100"]
    assert first["rows"] == [["copy", "1.5 s"], ["maximum", "2.0 s"]]
    assert (first["commit"], first["command"]) == ("abc", "sizes.py")
    assert second == {"rows": [["kept"]]}


def test_a_text_without_a_table_is_refused() -> None:
    with pytest.raises(SystemExit, match="no Markdown table"):
        results_page.parsed("nothing here\n")


def ledger_of(programs: int) -> str:
    """A ledger of one class: one program is wrong, two are open, the others are right."""
    header = {"date": "2026-11-29", "commit": "abc", "command": "record", "machine": "m", "cbmc": "6.6.0", "work": 10}
    verdicts = ["FALSE", "UNKNOWN", "LOST", *["TRUE"] * (programs - 3)]
    tasks = [
        {"task": f"{n}.c", "goal": "*", "family": "first_contact/nested", "verdict": v} for n, v in enumerate(verdicts)
    ]
    tasks[0]["wrong"] = True
    goal = {"task": "3.c", "goal": "4:1 assertion", "verdict": "TRUE"}
    return "".join(json.dumps(line) + "\n" for line in (header, *tasks, goal))


def test_the_first_run_is_counted_by_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_page, "SECTIONS", tmp_path)
    (tmp_path / "ledger.jsonl").write_text(ledger_of(20))
    results_page.store_first_contact(tmp_path / "ledger.jsonl")
    (table,) = json.loads((tmp_path / "first_contact.json").read_text())["tables"]
    assert table["classes"] == {"nested": {"programs": 20, "right": 17, "open": 2, "wrong": 1}}
    assert (table["date"], table["commit"]) == ("2026-11-29", "abc")


def test_second_set_follows_the_first_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_page, "SECTIONS", tmp_path)
    for programs in (20, 10):
        (tmp_path / "ledger.jsonl").write_text(ledger_of(programs))
        results_page.store_first_contact(tmp_path / "ledger.jsonl")
    (table,) = json.loads((tmp_path / "first_contact.json").read_text())["tables"]
    assert "The second set (2026-11-29, abc): `record`." in table["note"]
    rows = results_page.completed(table)["rows"]
    assert rows == [[name, 20, 17, 2, 1, "85 %", "7 of 10", 1, "70 %"] for name in ("nested", "all")]


def test_an_incomplete_first_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_page, "SECTIONS", tmp_path)
    (tmp_path / "ledger.jsonl").write_text(ledger_of(19))
    with pytest.raises(SystemExit, match="not 20 programs: nested"):
        results_page.store_first_contact(tmp_path / "ledger.jsonl")
