"""The database: SQLite in a file by default, PostgreSQL by URL; a transaction is a `with` statement.

SQLite uses write-ahead logging (WAL), so that readers do not wait, and a commit is on disk. A writer locks the database
at the start of its transaction, since SQLite can refuse to upgrade a reader.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from veriabs.core.errors import InputError
from veriabs.core.folders import data_folder
from veriabs.service.schema import META, METADATA, VERSION

VARIABLE = "VERIABS_DB"
"""The variable that names the database without `--db`, since a password in the arguments would be visible to all."""

_BUSY_SECONDS = 30.0
_POOL: dict[str, Any] = {"pool_size": 16, "max_overflow": 32, "hide_parameters": True}
"""Hides statement parameters, which are programs and token digests, from error messages."""
_LOCK = 0x76657269
"""The number of the PostgreSQL lock with which servers that start at once wait for each other."""


def default_url() -> str:
    """The database in the environment variable, else that in the user's data folder."""
    return os.environ.get(VARIABLE) or f"sqlite:///{data_folder() / 'service.sqlite'}"


class Store(Struct, frozen=True):
    """One database; made by `Store.open`."""

    engine: Engine
    writer: Engine

    @classmethod
    def open(cls, url: str) -> Store:
        """Connect, and create missing tables; raises InputError, without the password, if that fails."""
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
            raise InputError(f"--db {shown}: the database cannot be used ({_short_error(error)})") from error
        return store

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; its changes are on disk when the statement ends."""
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
            elif found == "1":
                connection.execute(text("ALTER TABLE jobs ADD COLUMN conditions TEXT"))
                connection.execute(update(META).where(META.c.name == "version").values(value=str(VERSION)))
            elif found != str(VERSION):
                raise InputError(f"the database has tables of version {found}, this veriabs needs version {VERSION}")


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database:
            raise InputError("--db: a database in memory would lose every job; name a file")
        file = Path(parsed.database).absolute()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)  # programs and token digests are private
        engine = create_engine(parsed, connect_args={"timeout": _BUSY_SECONDS}, **_POOL)
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin_transaction)
        return engine
    if parsed.get_backend_name() != "postgresql":
        raise ArgumentError("neither SQLite nor PostgreSQL")
    options = {"connect_timeout": 5}
    return create_engine(parsed, pool_pre_ping=True, connect_args=options, **_POOL)


def _configure(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # `_begin_transaction` starts transactions, not the driver
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_transaction(connection: Connection) -> None:
    writes = connection.get_execution_options().get("veriabs_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _short_error(error: BaseException) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(cause).split())[:200]
