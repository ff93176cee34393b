"""A client of `veriabs serve`: submit programs, follow their jobs, and download the results.

    with Client("http://localhost:8420") as client:
        job = client.submit("minimum.c", source, options={"timeout": 60})
        for event in client.follow(job.id):
            print(event.kind, event.data)
        print(client.job(job.id).sentence)
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import httpx
from msgspec import Struct

Options = Mapping[str, object]
Command = Literal["verify", "shrink", "both"]
FINAL = ("done", "failed", "cancelled")

_CONNECT_SECONDS = 10.0
_PATIENCE = 60.0
"""Seconds to try again if the server does not answer."""


class ServiceError(Exception):
    """An error answer of the server, with its text; `status` 0 means that there was no answer."""

    def __init__(self, status: int, kind: str, detail: str, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.retry_after = status, kind, detail, retry_after


class Job(Struct, frozen=True):
    """One job as the server describes it; times in seconds since 1970, memory in megabytes.

    - `state`: queued, running or one of `FINAL`. `cancelling`: the user has asked to stop it.
    - `links`: addresses by name, such as those of the report and the artefacts. `options`: those of the command line.
    - `verdict`, `strategy`, `k`, `conditions`, `sentence`: the result, and the strategy that found it.
    - `reason_kind`, `reason`: why there is no result.
    """

    id: str
    name: str
    command: str
    state: str
    created: float
    links: dict[str, str]
    options: dict[str, object]
    owner: str = ""
    batch: str | None = None
    shared: bool = False
    cancelling: bool = False
    started: float | None = None
    finished: float | None = None
    verdict: str | None = None
    conditions: str | None = None
    strategy: str | None = None
    k: int | None = None
    seconds: float | None = None
    peak_mb: float | None = None
    sentence: str | None = None
    reason_kind: str | None = None
    reason: str | None = None

    @property
    def is_over(self) -> bool:
        return self.state in FINAL


class Event(Struct, frozen=True):
    """An event of a job; numbers increase."""

    number: int
    kind: str
    data: dict[str, Any]


class Artefact(Struct, frozen=True):
    """A file that a job has made; `url` downloads it, `size` is in bytes."""

    name: str
    media_type: str
    size: int
    sha256: str
    url: str


class Factor(Struct, frozen=True):
    """The shrink factor of one group of loops: the number k of iterations that suffices to prove an assertion.

    `lines` are those of the loops, `assertion` is the number of the assertion. Without a shrink factor, `reason` says
    why and `highest_k_tried` how far it was tried. `accelerable` are variables with a closed form, as text.
    """

    job: str
    program: str
    lines: list[int]
    assertion: int
    shrink_factor: int | None
    reason: str | None
    highest_k_tried: int
    seconds: float
    peak_mb: float
    accelerable: list[str]


class Client:
    """A connection to a server; refused requests raise ServiceError."""

    def __init__(self, url: str, token: str | None = None, *, transport: httpx.BaseTransport | None = None) -> None:
        headers = {"Accept": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        timeout = httpx.Timeout(_PATIENCE, connect=_CONNECT_SECONDS)
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout, transport=transport)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    # ------------------------------------------------------------------------------------------------------------ jobs

    def submit(
        self,
        name: str,
        source: str,
        *,
        command: Command = "verify",
        options: Options | None = None,
        headers: Mapping[str, str] | None = None,
        shared: bool = False,
        key: str | None = None,
    ) -> Job:
        """Submit a program with its headers; a repeated request with the same `key` returns the same job."""
        body = {"files": {name: source, **(headers or {})}, "main": name, "command": command, "shared": shared}
        sent = {"Idempotency-Key": key} if key else {}
        return _job(self._ask("POST", "/v1/jobs", json={**body, "options": dict(options or {})}, headers=sent).json())

    def job(self, job: str) -> Job:
        return _job(self._ask("GET", f"/v1/jobs/{job}").json())

    def jobs(self, **filters: str) -> Iterator[Job]:
        """All jobs, the newest first; filters are `state`, `verdict`, `batch`, `name`."""
        return map(_job, self._pages("/v1/jobs", filters))

    def cancel(self, job: str) -> Job:
        return _job(self._ask("POST", f"/v1/jobs/{job}/cancel").json())

    def share(self, job: str, shared: bool = True) -> Job:
        """Make a job visible to everyone who knows its address, or end that."""
        return _job(self._ask("PATCH", f"/v1/jobs/{job}", json={"shared": shared}).json())

    def wait(self, job: str) -> Job:
        """Wait for the end of a job, and return it."""
        for _ in self.follow(job):
            pass
        return self.job(job)

    def follow(self, job: str, after: int = 0) -> Iterator[Event]:
        """The events of a job until it ends; continues after the last event if the connection breaks."""
        lost = None
        while True:
            try:
                for event in self._events(job, after):
                    after, lost = event.number, None
                    yield event
                    if event.kind == "end":
                        return
                if self.job(job).is_over:
                    return
            except (httpx.TransportError, ServiceError) as error:
                if isinstance(error, ServiceError) and error.status not in (0, 429, 502, 503, 504):
                    raise
                lost = lost or time.monotonic()
                if time.monotonic() - lost > _PATIENCE:
                    raise ServiceError(0, "lost", f"the server is lost: {error}") from error
            time.sleep(0.5)

    def _events(self, job: str, after: int) -> Iterator[Event]:
        headers = {"Last-Event-ID": str(after), "Accept": "text/event-stream"}
        with self._http.stream("GET", f"/v1/jobs/{job}/events", headers=headers) as answer:
            if answer.status_code != 200:
                answer.read()
                _check(answer)
                return
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if line:
                    fields[name] = value
                    continue
                if "data" in fields:
                    yield Event(int(fields.get("id", after)), fields.get("event", ""), json.loads(fields["data"]))
                fields = {}

    # ------------------------------------------------------------------------------------------------------- artefacts

    def artefacts(self, job: str) -> list[Artefact]:
        found = self._ask("GET", f"/v1/jobs/{job}/artefacts").json()["items"]
        return [Artefact(**_known_fields(Artefact, one)) for one in found]

    def download(self, job: str, name: str) -> bytes:
        """One artefact, such as `report.json` or `programs/harness-k-1.c`."""
        return self._ask("GET", f"/v1/jobs/{job}/artefacts/{name}").content

    # ------------------------------------------------------------------------------------------------ batches, factors

    def submit_archive(
        self,
        path: Path,
        *,
        name: str | None = None,
        command: Command = "verify",
        options: Options | None = None,
        key: str | None = None,
    ) -> dict[str, Any]:
        """Submit every program of an archive (.zip, .tar.gz) as a batch."""
        data = {"name": name or path.name, "command": command, "options": json.dumps(dict(options or {}))}
        sent = {"Idempotency-Key": key} if key else {}
        files = {"file": (path.name, path.read_bytes())}
        return dict(self._ask("POST", "/v1/batches", data=data, files=files, headers=sent).json())

    def batch(self, batch: str) -> dict[str, Any]:
        return dict(self._ask("GET", f"/v1/batches/{batch}").json())

    def shrink_factors(self, **filters: str) -> Iterator[Factor]:
        """Shrink factors of all results; filters are `k`, `batch`, `name`."""
        return (Factor(**_known_fields(Factor, one)) for one in self._pages("/v1/shrink-factors", filters))

    # ------------------------------------------------------------------------------------------------------------ HTTP

    def _pages(self, path: str, filters: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        answer = self._ask("GET", path, params=dict(filters)).json()
        yield from answer["items"]
        while answer["next"]:
            answer = self._ask("GET", answer["next"]).json()
            yield from answer["items"]

    def _ask(self, method: str, path: str, **about: Any) -> httpx.Response:
        try:
            answer = self._http.request(method, path, **about)
        except httpx.HTTPError as error:
            raise ServiceError(0, "no-answer", f"no answer from {self._http.base_url}: {error}") from error
        _check(answer)
        return answer


def _check(answer: httpx.Response) -> None:
    if answer.status_code < 400:
        return
    try:
        known = answer.json()
        detail, kind = str(known["detail"]), str(known["type"]).rpartition(":")[2]
    except (ValueError, KeyError, TypeError):
        detail, kind = f"the server answered {answer.status_code}", "unknown"
    wait = answer.headers.get("retry-after", "")
    raise ServiceError(answer.status_code, kind, detail, float(wait) if wait.isdecimal() else None)


def _job(known: Mapping[str, Any]) -> Job:
    return Job(**_known_fields(Job, known))


def _known_fields(kind: type[Struct], known: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that this client knows; a newer server may send more."""
    return {name: known[name] for name in kind.__struct_fields__ if name in known}
