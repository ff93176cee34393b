"""A service without workers on a separate database, and its client."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parents[2] / "service"))

import postgres  # noqa: E402

from veriabs.service.app import application  # noqa: E402
from veriabs.service.context import Service  # noqa: E402
from veriabs.service.limits import Limits  # noqa: E402
from veriabs.service.store import Store  # noqa: E402

Ask = Callable[..., TestClient]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database of each kind; that of PostgreSQL is made anew between tests, in one real server."""
    if request.param == "sqlite":
        made = Store.open(f"sqlite:///{tmp_path / 'service.sqlite'}")
    else:
        url = request.getfixturevalue("postgresql")
        earlier = create_engine(url)  # no store: an earlier test may have left tables that are none of its
        with earlier.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        earlier.dispose()
        made = Store.open(url)
    yield made
    made.close()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    if postgres.programs() is None:
        pytest.skip("no PostgreSQL is installed")
    with postgres.serving() as server:
        yield server.url


@pytest.fixture
def serving(store: Store) -> Iterator[Ask]:
    """From limits and whether tokens are needed to a client; errors of the service are answers, not exceptions."""
    clients = []

    def make(limits: Limits | None = None, *, tokens: bool = False, token: str = "") -> TestClient:
        hosts = frozenset({"localhost"})
        service = Service(store, limits or Limits(), hosts, tokens, None)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = TestClient(application(service), "http://localhost", raise_server_exceptions=False, headers=headers)
        client.__enter__()
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def client(serving: Ask) -> TestClient:
    return serving()
