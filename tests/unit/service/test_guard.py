"""Test which host names and origins the server accepts in requests."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from veriabs.service.guard import POLICY, Guard, host_name


async def answer(request: Request) -> PlainTextResponse:
    return PlainTextResponse("done", headers={"Referrer-Policy": "origin"} if request.query_params else None)


@pytest.fixture
def client() -> TestClient:
    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
    return TestClient(Guard(app, frozenset(("localhost", "[::1]"))), base_url="http://localhost:8000")


def test_every_answer_has_security_headers(client: TestClient) -> None:
    for found in (client.get("/"), client.get("/nowhere"), client.get("/", headers={"Host": "other"})):
        assert found.headers["content-security-policy"] == POLICY
        assert found.headers["x-content-type-options"] == "nosniff"
    assert client.get("/?own").headers["referrer-policy"] == "origin"


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1:8000", "[::2]:8000", ""])
def test_other_names_of_the_server_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "[::1]:8000", "[::1]"])
def test_own_names_are_taken(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).text == "done"


@pytest.mark.parametrize(("headers", "status"), [
    ({}, 200),
    ({"Origin": "http://localhost:8000"}, 200),
    ({"Sec-Fetch-Site": "same-origin"}, 200),
    ({"Sec-Fetch-Site": "none"}, 200),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "http://localhost:9000"}, 403),
    ({"Origin": "null"}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:8000"}, 403),
])  # fmt: skip
def test_pages_of_other_sites_change_nothing_and_may_look(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    assert client.post("/", headers=headers).status_code == status
    assert client.get("/", headers=headers).status_code == 200


def test_names_without_their_ports() -> None:
    assert [host_name(host) for host in ("A.b:80", "a", "[::1]:80", "[::1]")] == ["a.b", "a", "[::1]", "[::1]"]
