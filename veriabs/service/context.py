"""What every request handler works with: the database, limits, who is asking, and how refusals become answers."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from veriabs.service import jobs, tokens
from veriabs.service.jobs import Job
from veriabs.service.limits import Limits, Rates
from veriabs.service.metrics import Metrics
from veriabs.service.problems import ProblemError, not_found
from veriabs.service.store import Store
from veriabs.service.stream import Feed
from veriabs.service.tokens import Caller, Role
from veriabs.service.workers import Workers

Found = TypeVar("Found")
LOG = logging.getLogger("veriabs.service")

LOCAL = Caller("local", "local", Role.ADMIN)
"""Who asks where no token is needed: whoever can log in to this machine."""

NOBODY = Caller("nobody", "", Role.NOBODY)


@dataclass
class Service:
    """One running server; `hosts` are the names under which it may be addressed, `open` means without tokens."""

    store: Store
    limits: Limits
    hosts: frozenset[str]
    open: bool
    workers: Workers | None
    ready: Callable[[], str] = lambda: ""
    rates: Rates = field(init=False)
    metrics: Metrics = field(init=False)
    feed: Feed = field(init=False)

    def __post_init__(self) -> None:
        self.rates = Rates(self.limits.rate, self.limits.burst)
        self.feed = Feed(self.store, self.limits.streams)
        self.metrics = Metrics(self.store, self.workers, self.feed)

    async def read(self, query: Callable[[Connection], Found]) -> Found:
        """The result of a query, which runs beside the other requests."""

        def run() -> Found:
            with self.store.reading() as connection:
                return query(connection)

        return await run_in_threadpool(run)

    async def caller(self, request: Request) -> Caller:
        """Who asks; Problem 401 for a token that is none."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if not token:
            return LOCAL if self.open else NOBODY
        address = request.client.host if request.client else "?"
        found = await run_in_threadpool(tokens.known, self.store, token.strip()) if kind.lower() == "bearer" else None
        if found is None:
            self.rates.take(f"failures from {address}", 10.0)
            raise ProblemError(401, "unknown-token", "this token is not known here; it may have been revoked")
        return found


Handler = Callable[[Service, Caller, Request], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


def needs(role: Role) -> Callable[[Handler], Endpoint]:
    """Makes an endpoint of a handler that is called only for those who may."""

    def wrap(handler: Handler) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            service: Service = request.app.state.service
            begun = time.monotonic()
            status = 500
            try:
                response = await _answer(service, request, role, handler)
                status = response.status_code
            except ProblemError as problem:
                status = problem.status
                response = problem.response()
            except SQLAlchemyError as error:
                LOG.warning("the database does not answer: %s", type(error).__name__)
                status = 503
                detail = "the database does not answer just now; nothing that was accepted is lost"
                response = ProblemError(503, "database", detail, retry_after=2).response()
            except Exception as error:  # to be logged without its message, which may hold a program or a secret
                response = _internal(handler.__name__, error)
            finally:
                service.metrics.request(handler.__name__, status, time.monotonic() - begun)
            return response

        endpoint.__name__, endpoint.__doc__ = handler.__name__, handler.__doc__
        return endpoint

    return wrap


def _internal(place: str, error: Exception) -> Response:
    """An error in veriabs itself; what it was about is nobody else's business, so only its place is logged."""
    where = "".join(traceback.format_tb(error.__traceback__))
    LOG.error("internal error in %s: %s\n%s", place, type(error).__name__, where)
    return ProblemError(500, "internal-error", "an error in veriabs itself; the server's log says where").response()


async def _answer(service: Service, request: Request, role: Role, handler: Handler) -> Response:
    caller = await service.caller(request)
    address = request.client.host if request.client else "?"
    service.rates.take(f"nobody from {address}" if caller is NOBODY else caller.name)
    if caller.role < role:
        if caller is NOBODY:
            raise ProblemError(401, "token-needed", "send a token: Authorization: Bearer ...")
        raise ProblemError(403, "not-allowed", f"this needs a token with the role {role.name.lower()}")
    return await handler(service, caller, request)


async def visible(service: Service, caller: Caller, job: str) -> Job:
    """A job that the caller may see: an own one, or one that is shared with whoever knows its address."""
    found = await service.read(lambda connection: jobs.find(connection, job))
    if found is None or not (found.row.shared or caller.role is Role.ADMIN or _owns(caller, found)):
        if caller is NOBODY:
            raise ProblemError(401, "token-needed", "send a token: Authorization: Bearer ...")
        raise not_found("job")
    return found


async def owned(service: Service, caller: Caller, job: str) -> Job:
    """A job that the caller may change."""
    found = await service.read(lambda connection: jobs.find(connection, job))
    if found is None or not (caller.role is Role.ADMIN or _owns(caller, found)):
        raise not_found("job")
    return found


def _owns(caller: Caller, job: Job) -> bool:
    return caller.role is not Role.NOBODY and job.owner == caller.owner
