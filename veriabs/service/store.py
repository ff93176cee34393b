"""The database: SQLite in a file by default, PostgreSQL by URL; a transaction is a `with` statement.

SQLite writes ahead (WAL), so that readers wait for nobody, and what it says is stored is on the disk. A writer takes
its lock at the start, since a reader that becomes a writer can be told to start again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from veriabs.core.errors import InputError
from veriabs.core.folders import data_folder
from veriabs.service.schema import META, METADATA, VERSION

VARIABLE = "VERIABS_DB"
"""Names the database where no `--db` does: a password among the arguments of a process is there for all to read."""

_BUSY_SECONDS = 30.0
_POOL: dict[str, Any] = {"pool_size": 16, "max_overflow": 32, "hide_parameters": True}
"""What statements are about, programs and digests of tokens, is in no message of an error."""
_LOCK = 0x76657269
"""The number under which servers that start at once wait for each other in PostgreSQL."""


def default_url() -> str:
    """The database that the environment names, else that in the user's data folder."""
    return os.environ.get(VARIABLE) or f"sqlite:///{data_folder() / 'service.sqlite'}"


class Store(Struct, frozen=True):
    """One database; made by `Store.open`."""

    engine: Engine
    writer: Engine

    @classmethod
    def open(cls, url: str) -> Store:
        """Connects, and makes the tables that are missing; InputError, without the password, if that cannot be done."""
        shown = url
        try:
            parsed = make_url(url)
            shown = parsed.render_as_string(hide_password=True)
            engine = _engine(url)
            store = cls(engine, engine.execution_options(veriabs_writes=True))
            store._prepare()
        except (ArgumentError, NoSuchModuleError, ImportError) as error:
            what = (
                "not the URL of a database that can be used, such as sqlite:///FILE or postgresql+psycopg://HOST/NAME"
            )
            raise InputError(f"--db {shown}: {what} ({type(error).__name__})") from error
        except (SQLAlchemyError, OSError) as error:
            raise InputError(f"--db {shown}: the database cannot be used ({_short(error)})") from error
        return store

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; what was written is on the disk when the statement ends."""
        with self.writer.begin() as connection:
            yield connection

    def close(self) -> None:
        self.engine.dispose()

    def _prepare(self) -> None:
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            METADATA.create_all(connection)
            found = connection.execute(select(META.c.value).where(META.c.name == "version")).scalar()
            if found is None:
                connection.execute(insert(META).values(name="version", value=str(VERSION)))
            elif found != str(VERSION):
                raise InputError(f"the database has tables of version {found}, this veriabs needs version {VERSION}")


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database:
            raise InputError("--db: a database in memory would lose every job; name a file")
        file = Path(parsed.database).absolute()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)  # programs and digests of tokens are nobody else's business
        engine = create_engine(parsed, connect_args={"timeout": _BUSY_SECONDS}, **_POOL)
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        return engine
    if parsed.get_backend_name() != "postgresql":
        raise ArgumentError("neither SQLite nor PostgreSQL")
    options = {"connect_timeout": 5}
    return create_engine(parsed, pool_pre_ping=True, connect_args=options, **_POOL)


def _configure(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says so, not where the driver guesses
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("veriabs_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _short(error: BaseException) -> str:
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(said).split())[:200]
