"""A service without workers over a database of its own, and what asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from veriabs.service.app import application
from veriabs.service.context import Service
from veriabs.service.limits import Limits
from veriabs.service.store import Store

Ask = Callable[..., TestClient]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.open(f"sqlite:///{tmp_path / 'service.sqlite'}")
    yield made
    made.close()


@pytest.fixture
def serving(store: Store) -> Iterator[Ask]:
    """From limits and whether tokens are needed to a client; errors of the service are answers, not exceptions."""
    clients = []

    def make(limits: Limits | None = None, *, tokens: bool = False, token: str = "") -> TestClient:
        hosts = frozenset({"localhost"})
        service = Service(store, limits or Limits(), hosts, not tokens, None)
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
