"""The results of a batch in one SQLite file: one writer, any number of readers, every row durable once written.

The writer locks a file beside it, so that two batches never mix their rows. While a batch runs, the database is in
write-ahead mode, so that it can be read at the same time and survives a kill or a power failure; afterwards it is one
plain file. A repeated task replaces its visible row, while rows for other options are kept.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct

from veriabs.core.errors import InputError
from veriabs.core.records import Record

SCHEMA_VERSION = 2
_APPLICATION = 0x56414253  # "VABS" in the header of the file
_MAGIC = b"SQLite format 3\0"
_BUSY_SECONDS = 10.0
_COLUMNS = Record.__struct_fields__
_SCHEMA = """
BEGIN;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    task TEXT NOT NULL,
    tool TEXT NOT NULL,
    expected INTEGER,
    verdict TEXT NOT NULL,
    strategy TEXT NOT NULL,
    reason_kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    seconds REAL NOT NULL,
    cpu_seconds REAL NOT NULL,
    peak_mb REAL NOT NULL,
    size INTEGER,
    report TEXT NOT NULL,
    finished TEXT NOT NULL,
    conditions TEXT NOT NULL,
    UNIQUE (key, task)
);
CREATE INDEX newest ON results (task, tool, number);
INSERT INTO meta VALUES ('schema_version', '{version}');
PRAGMA application_id = {application};
COMMIT;
"""
_UPGRADE = """
BEGIN;
ALTER TABLE results ADD COLUMN conditions TEXT NOT NULL DEFAULT '';
UPDATE meta SET value = '{version}' WHERE name = 'schema_version';
COMMIT;
"""
_NEWEST = "number IN (SELECT max(number) FROM results GROUP BY task, tool)"


def read(path: Path) -> list[Record]:
    """The newest row of every task and tool, in order of completion."""
    return list(rows(path))


def rows(path: Path, *, documents: Collection[str] | None = None) -> Iterator[Record]:
    """Yield the rows of `read` one by one; with `documents`, only the reports of these tools are read."""
    with _reader(path) as connection, _explained(path, "read"):
        yield from _records(connection, _NEWEST, documents)


def options(path: Path) -> dict[str, object]:
    """The options of the last batch that wrote the file."""
    with _reader(path) as connection, _explained(path, "read"):
        found = connection.execute("SELECT value FROM meta WHERE name = 'options'").fetchone()
    return {} if found is None else dict(json.loads(found[0]))


class Results(Struct):
    """A results file open for writing; made by `Results.open`."""

    path: Path
    connection: sqlite3.Connection
    written: int = 0

    @staticmethod
    @contextlib.contextmanager
    def open(path: Path, options: Mapping[str, object] | None = None) -> Iterator[Results]:
        """Open or create a results file for writing; `options` are stored for its readers.

        Raises InputError if another batch writes the file, if it is no results file of this version, or if it cannot be
        written.
        """
        with _lock(path), _explained(path, "written"):
            is_new = _check(path)
            connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            with contextlib.closing(connection):
                if is_new:
                    connection.executescript(_SCHEMA.format(version=SCHEMA_VERSION, application=_APPLICATION))
                if _check_schema(path, connection) < SCHEMA_VERSION:
                    connection.executescript(_UPGRADE.format(version=SCHEMA_VERSION))
                _check_pages(path, connection)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                _put_meta(connection, "options", json.dumps(options or {}))
                try:
                    yield Results(path, connection)
                finally:
                    _merge_into_one_file(connection)

    def append(self, record: Record) -> None:
        """Write one row, which is on disk afterwards, and replace an older row of the same task and key."""
        names = ", ".join(_COLUMNS)
        marks = ", ".join("?" for _ in _COLUMNS)
        with _explained(self.path, "written", self.written):
            self.connection.execute(f"INSERT OR REPLACE INTO results ({names}) VALUES ({marks})", _row(record))
        self.written += 1

    def known(self) -> dict[str, Record]:
        """All rows by key, without the reports."""
        with _explained(self.path, "read"):
            return {record.key: record for record in _records(self.connection, "1", ())}

    def renew(self, record: Record) -> None:
        """Make the row of a known answer the newest of its task again."""
        with _explained(self.path, "written", self.written):
            self.connection.execute(
                "UPDATE results SET number = (SELECT max(number) + 1 FROM results) WHERE key = ? AND task = ? "
                "AND number < (SELECT max(number) FROM results other WHERE other.task = results.task "
                "AND other.tool = results.tool)",
                (record.key, readable(record.task)),
            )


def _records(connection: sqlite3.Connection, which: str, documents: Collection[str] | None) -> Iterator[Record]:
    tools = () if documents is None else tuple(documents)
    listed = ", ".join("?" for _ in tools)
    report = "report" if documents is None else f"CASE WHEN tool IN ({listed}) THEN report ELSE '{{}}' END"
    columns = {row[1] for row in connection.execute("PRAGMA table_info(results)")}
    there = [name if name in columns else "''" for name in _COLUMNS]
    names = ", ".join(report if name == "report" else name for name in there)
    for row in connection.execute(f"SELECT {names} FROM results WHERE {which} ORDER BY number", tools):
        values = dict(zip(_COLUMNS, row, strict=True))
        expected = values["expected"]
        yield Record(**{**values, "expected": None if expected is None else bool(expected), **_document(values)})


def _document(values: Mapping[str, str]) -> dict[str, dict[str, object]]:
    return {"report": json.loads(values["report"])}


def _row(record: Record) -> tuple[object, ...]:
    values = {name: getattr(record, name) for name in _COLUMNS}
    values["report"] = json.dumps(record.report, separators=(",", ":"))
    return tuple(readable(value) if isinstance(value, str) else value for value in values.values())


def readable(text: str) -> str:
    """The text as UTF-8, since file names may be other bytes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _put_meta(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def _merge_into_one_file(connection: sqlite3.Connection) -> None:
    """Convert to one plain file, unless another process is reading it."""
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA busy_timeout = 500")
        connection.execute("PRAGMA journal_mode = DELETE")


# -------------------------------------------------------------------------------------------------------------- errors


@contextlib.contextmanager
def _reader(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise InputError(f"{path}: no such results file")
    with _explained(path, "read"):
        # in a read-only folder, only a database without a log file can be read
        kind = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else _read_only_mode(path)
        name = quote(os.fsencode(path.resolve()))
        connection = sqlite3.connect(f"file:{name}?{kind}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
    with contextlib.closing(connection):
        with _explained(path, "read"):
            _check_schema(path, connection)
        yield connection


def _read_only_mode(path: Path) -> str:
    return "mode=ro" if os.access(path.resolve().parent, os.W_OK) else "mode=ro&immutable=1"


def _check(path: Path) -> bool:
    """Refuse a file that is not SQLite before touching it; return True if it is empty."""
    if path.is_dir():
        raise InputError(f"{path}: is a directory, not a results file")
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except FileNotFoundError:
        return True
    except OSError as error:
        raise InputError(f"{path}: the results file cannot be read ({error.strerror})") from error
    if head and head != _MAGIC:
        raise InputError(f"{path}: is not a results file")
    return not head


def _check_schema(path: Path, connection: sqlite3.Connection) -> int:
    """The version of the file; raises InputError for an unsupported one."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION:
        raise InputError(f"{path}: is not a results file of veriabs")
    found = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchone()
    if found is None or found[0] not in ("1", str(SCHEMA_VERSION)):
        version = "no version" if found is None else f"version {found[0]}"
        raise InputError(f"{path}: is a results file of {version}, this veriabs writes version {SCHEMA_VERSION}")
    return int(found[0])


def _check_pages(path: Path, connection: sqlite3.Connection) -> None:
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise InputError(f"{path}: the results file is corrupt ({' '.join(str(found).split())})")


@contextlib.contextmanager
def _explained(path: Path, verb: str, written: int | None = None) -> Iterator[None]:
    """Convert SQLite's errors to one line for the user."""
    try:
        yield
    except sqlite3.Error as error:
        message = str(error)
        if "not a database" in message:
            raise InputError(f"{path}: is not a results file") from error
        if "malformed" in message or "no such" in message:
            raise InputError(f"{path}: the results file is corrupt ({message})") from error
        kept = "" if written is None else f"; the {written} results before are kept, --resume goes on from there"
        raise InputError(f"{path}: the results file cannot be {verb} ({message}){kept}") from error


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold the file `<name>.lock` beside the results while they are written.

    It is not a lock on the file itself, because SQLite's locks on that would be lost whenever this process closed it.
    """
    place = path.resolve()
    lock = place.with_name(f".{place.name}.lock")
    try:
        descriptor = _acquire(lock)
    except BlockingIOError as error:
        raise InputError(f"{path}: another batch is writing this results file") from error
    except OSError as error:
        raise InputError(f"{path}: the results file cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        # removed while locked, so that a waiting process notices
        lock.unlink(missing_ok=True)
        os.close(descriptor)


def _acquire(lock: Path) -> int:
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if lock.exists() and os.path.samestat(os.fstat(descriptor), lock.stat()):
                return descriptor
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)
