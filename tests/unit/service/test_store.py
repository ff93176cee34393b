"""The database: the message for an unusable one, and errors that do not reveal stored data."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError

from veriabs.core.errors import InputError
from veriabs.service.schema import JOBS, META, VERSION
from veriabs.service.store import Store


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://anna:hunter2@127.0.0.1:1/nothing",
        "mysql://anna:hunter2@localhost/nothing",
        "sqlite:////proc/nothing/hunter2.sqlite",
    ],
)
def test_unusable_database_is_reported_without_its_password(url: str) -> None:
    with pytest.raises(InputError) as refused:
        Store.open(url)
    assert "\n" not in str(refused.value)
    assert url.startswith("sqlite") or "hunter2" not in str(refused.value)


def test_a_database_of_the_first_version_is_brought_up(tmp_path: Path) -> None:
    """The first version has no column for conditions."""
    url = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    store = Store.open(url)
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE jobs DROP COLUMN conditions"))
        connection.execute(update(META).values(value="1"))
    store.close()
    again = Store.open(url)
    with again.reading() as connection:
        assert connection.execute(select(META.c.value)).scalar() == str(VERSION)
        assert list(connection.execute(select(JOBS.c.conditions))) == []
    again.close()


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    store = Store.open(url)
    with store.writing() as connection:
        connection.execute(update(META).values(value=str(VERSION + 1)))
    store.close()
    with pytest.raises(InputError, match=f"version {VERSION + 1}, this veriabs needs version {VERSION}$"):
        Store.open(url)


def test_errors_do_not_reveal_stored_data(store: Store) -> None:
    with pytest.raises(IntegrityError) as refused, store.writing() as connection:
        connection.execute(insert(META).values(name="version", value="int secret;"))
    assert "secret" not in str(refused.value)
