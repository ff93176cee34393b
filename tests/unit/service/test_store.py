"""The database: what is said of one that cannot be used, and what errors keep to themselves."""

from __future__ import annotations

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from veriabs.core.errors import InputError
from veriabs.service.schema import META
from veriabs.service.store import Store


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://anna:hunter2@127.0.0.1:1/nothing",
        "mysql://anna:hunter2@localhost/nothing",
        "sqlite:////proc/nothing/hunter2.sqlite",
    ],
)
def test_database_that_cannot_be_used_is_said_without_its_password(url: str) -> None:
    with pytest.raises(InputError) as refused:
        Store.open(url)
    assert "\n" not in str(refused.value)
    assert url.startswith("sqlite") or "hunter2" not in str(refused.value)


def test_errors_do_not_tell_what_was_stored(store: Store) -> None:
    with pytest.raises(IntegrityError) as refused, store.writing() as connection:
        connection.execute(insert(META).values(name="version", value="int secret;"))
    assert "secret" not in str(refused.value)
