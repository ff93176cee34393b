"""The results file: written rows are kept, one writer at a time, and other files are not touched."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from veriabs.batch import results
from veriabs.batch.results import Results
from veriabs.core.copying import replace
from veriabs.core.errors import InputError
from veriabs.core.records import Rating, Record


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def record(name: str, key: str = "", **values: Any) -> Record:
    return replace(Record(key or f"key of {name}", name, "veriabs", True, "TRUE"), **values)


def write(path: Path, *records: Record) -> None:
    with Results.open(path) as opened:
        for one in records:
            opened.append(one)


def test_row_is_read_back_unchanged(db: Path) -> None:
    whole = Record(
        key="0f",
        task="a.c",
        tool="cbmc-z3",
        expected=False,
        verdict="UNKNOWN",
        strategy="shrinking, bounded",
        reason_kind="CBMC timeout",
        reason="ran out of time in the harness",
        seconds=1.5,
        cpu_seconds=2.25,
        peak_mb=31.0,
        size=10_000_000,
        report={"loops": [{"lines": [3], "shrink_factor": None}]},
        finished="2024-02-29T12:00:00+01:00",
        conditions="a has n elements",
    )
    write(db, whole)
    assert results.read(db) == [whole]
    assert results.read(db)[0].report == whole.report


@pytest.mark.parametrize("expected", [True, False, None])
def test_expected_verdict_is_read_back_unchanged(db: Path, expected: bool | None) -> None:
    write(db, record("a.c", expected=expected))
    assert results.read(db)[0].expected is expected


def test_newest_answer_is_shown_and_the_others_are_kept(db: Path) -> None:
    write(
        db,
        record("a.c", "k=5"),
        record("b.c"),
        record("a.c", "k=8", verdict="UNKNOWN"),
        record("a.c", "x", tool="cbmc"),
    )
    assert [(one.task, one.key) for one in results.read(db)] == [("b.c", "key of b.c"), ("a.c", "k=8"), ("a.c", "x")]
    with Results.open(db) as opened:
        known = opened.known()
        assert set(known) == {"k=5", "k=8", "x", "key of b.c"}
        opened.renew(known["k=5"])
    assert [one.key for one in results.read(db) if one.tool == "veriabs" and one.task == "a.c"] == ["k=5"]


def test_same_key_replaces(db: Path) -> None:
    write(db, record("a.c", verdict="UNKNOWN"), record("a.c"))
    assert [one.verdict for one in results.read(db)] == ["TRUE"]
    with Results.open(db) as opened:
        assert len(opened.known()) == 1


def test_reports_can_stay_in_the_file(db: Path) -> None:
    write(db, record("a.c", report={"loops": []}))
    assert [one.report for one in results.rows(db, documents=())] == [{}]


def test_read_while_a_batch_writes(db: Path) -> None:
    with Results.open(db, {"max_k": 7}) as opened:
        for number in range(3):
            opened.append(record(f"{number}.c"))
            command = (
                "from veriabs.batch import results; from pathlib import Path; "
                f"print(len(results.read(Path({str(db)!r}))))"
            )
            said = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout
            assert said.strip() == str(number + 1)
    assert results.options(db) == {"max_k": 7}


def test_one_plain_file_is_left(db: Path) -> None:
    write(db, record("a.c"))
    assert [path.name for path in db.parent.iterdir()] == [db.name]
    db.parent.chmod(0o555)
    try:
        assert len(results.read(db)) == 1
    finally:
        db.parent.chmod(0o755)


def test_second_writer_is_refused(db: Path) -> None:
    with Results.open(db) as opened:
        opened.append(record("a.c"))
        with pytest.raises(InputError, match="another batch is writing"), Results.open(db):
            pass
        opened.append(record("b.c"))
    write(db, record("c.c"))
    assert len(results.read(db)) == 3


def test_second_writer_is_refused_through_a_link(db: Path) -> None:
    write(db)
    other = db.with_name("link.sqlite")
    other.symlink_to(db)
    with Results.open(db), pytest.raises(InputError, match="another batch"), Results.open(other):
        pass


KILLED = """
import os, signal, sys
from pathlib import Path
from veriabs.core.records import Record
from veriabs.batch.results import Results
with Results.open(Path(sys.argv[1])) as opened:
    for number in range(20):
        opened.append(Record(str(number), f"{number}.c", "veriabs", True, "TRUE"))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_rows_outlive_a_kill(db: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(db)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(results.read(db)) == 20
    write(db, record("a.c"))
    assert len(results.read(db)) == 21


def test_full_disk_is_reported_and_keeps_written_rows(db: Path) -> None:
    large = {"text": "x" * 100_000}
    with pytest.raises(InputError, match="full.*results before are kept.*--resume"), Results.open(db) as opened:
        opened.connection.execute("PRAGMA max_page_count = 100")
        for number in range(100):
            opened.append(record(f"{number}.c", report=large))
    kept = results.read(db)
    assert 0 < len(kept) < 100
    assert all(one.report == large for one in kept)


def refusals(path: Path) -> list[str]:
    said = []
    with pytest.raises(InputError) as reading:
        results.read(path)
    said.append(str(reading.value))
    with pytest.raises(InputError) as writing, Results.open(path):
        pass
    said.append(str(writing.value))
    assert all(str(path) in one and "\n" not in one for one in said)
    return said


@pytest.mark.parametrize(
    "content", [b"int main(void) { return 0; }\n" * 50, b"SQLite", b"SQLite format 3\0" + b"\7" * 5000]
)
def test_a_file_of_another_kind_is_not_overwritten(db: Path, content: bytes) -> None:
    db.write_bytes(content)
    assert all("results file" in said for said in refusals(db))
    assert db.read_bytes() == content
    assert [path.name for path in db.parent.iterdir()] == [db.name]


def test_a_database_of_something_else_is_not_touched(db: Path) -> None:
    with sqlite3.connect(db) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    before = db.read_bytes()
    assert all("not a results file of veriabs" in said for said in refusals(db))
    assert db.read_bytes() == before


def test_a_file_of_the_first_version_is_read_and_written(db: Path) -> None:
    """The first version has no column for conditions."""
    write(db, record("a.c"))
    with sqlite3.connect(db) as connection:
        connection.execute("ALTER TABLE results DROP COLUMN conditions")
        connection.execute("UPDATE meta SET value = '1' WHERE name = 'schema_version'")
    connection.close()
    assert results.read(db) == [record("a.c")]
    write(db, record("b.c", conditions="a has n elements"))
    assert [one.conditions for one in results.read(db)] == ["", "a has n elements"]


def test_another_version_is_refused(db: Path) -> None:
    write(db, record("a.c"))
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    connection.close()
    assert all("version 99" in said for said in refusals(db))


def test_a_damaged_file_is_refused(db: Path) -> None:
    write(db, *(record(f"{number}.c", report={"text": "x" * 2000}) for number in range(50)))
    content = bytearray(db.read_bytes())
    content[3 * 4096 : 8 * 4096] = b"\xff" * (5 * 4096)
    db.write_bytes(content)
    assert all("corrupt" in said for said in refusals(db))
    assert db.read_bytes() == content


def test_half_a_file_is_refused(db: Path) -> None:
    write(db, *(record(f"{number}.c", report={"text": "x" * 2000}) for number in range(50)))
    db.write_bytes(db.read_bytes()[:20_000])
    assert all("corrupt" in said for said in refusals(db))


def test_missing_file_and_folder(db: Path) -> None:
    with pytest.raises(InputError, match="no such results file"):
        results.read(db)
    with pytest.raises(InputError, match="is a directory"), Results.open(db.parent):
        pass
    with pytest.raises(InputError, match="cannot be written"), Results.open(db.parent / "no" / "where.sqlite"):
        pass


def test_an_empty_file_becomes_a_results_file(db: Path) -> None:
    db.touch()
    write(db, record("a.c"))
    assert len(results.read(db)) == 1


def test_names_need_not_be_text(db: Path) -> None:
    name = os.fsdecode(b"a\xff.c")
    write(db, record(name, report={"file": name}))
    (one,) = results.read(db)
    assert one.task == "a\\xff.c"
    assert json.dumps(one.report)


@pytest.mark.parametrize(
    ("verdict", "expected", "rated"),
    [
        ("TRUE", True, Rating.RIGHT),
        ("TRUE", False, Rating.WRONG),
        ("FALSE", False, Rating.RIGHT),
        ("FALSE", True, Rating.WRONG),
        ("TRUE", None, Rating.UNRATED),
        ("FALSE", None, Rating.UNRATED),
        ("UNKNOWN", True, Rating.UNKNOWN),
        ("UNKNOWN", None, Rating.UNKNOWN),
        ("ERROR", False, Rating.ERROR),
    ],
)
def test_rating(verdict: str, expected: bool | None, rated: Rating) -> None:
    assert record("a.c", verdict=verdict, expected=expected).rating is rated
