"""The context of request handlers: database, limits, caller, and the conversion of errors to answers."""

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
"""The caller if no token is needed: everyone who can log in to this machine."""

NO_CALLER = Caller("nobody", "", Role.NOBODY)


@dataclass
class Service:
    """One running server, as all request handlers see it.

    - `hosts`: the names by which it may be addressed. `ready`: why it cannot accept jobs, or empty.
    - `needs_token`: requests without a token are refused; it becomes true with the first token and stays so.
    - `rates`: the requests of each user in the last time. `feed`: passes events on to open connections.
    """

    store: Store
    limits: Limits
    hosts: frozenset[str]
    needs_token: bool
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
        """The result of a query, which runs concurrently with other requests."""

        def run() -> Found:
            with self.store.reading() as connection:
                return query(connection)

        return await run_in_threadpool(run)

    async def is_closed(self) -> bool:
        """Is a token needed? Asks the database each time, since another process may add the first token.

        Remains true after the last token is revoked, since otherwise everybody would become an admin.
        """
        if not self.needs_token and await run_in_threadpool(tokens.exist, self.store):
            self.needs_token = True
        return self.needs_token

    async def caller(self, request: Request) -> Caller:
        """The caller of a request; raises ProblemError 401 for an invalid token."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if not token:
            return NO_CALLER if await self.is_closed() else LOCAL
        address = request.client.host if request.client else "?"
        found = await run_in_threadpool(tokens.caller, self.store, token.strip()) if kind.lower() == "bearer" else None
        if found is None:
            self.rates.take(f"failures from {address}", 10.0)
            raise ProblemError(401, "unknown-token", "this token is not known here; it may have been revoked")
        return found


Handler = Callable[[Service, Caller, Request], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


def needs(role: Role) -> Callable[[Handler], Endpoint]:
    """Make an endpoint from a handler, for callers with this role only."""

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
            except Exception as error:  # logged without its message, which may contain a program or a secret
                response = _internal(handler.__name__, error)
            finally:
                service.metrics.request(handler.__name__, status, time.monotonic() - begun)
            return response

        endpoint.__name__, endpoint.__doc__ = handler.__name__, handler.__doc__
        return endpoint

    return wrap


def _internal(place: str, error: Exception) -> Response:
    """The answer for an internal error; only its place is logged, since its data may be private."""
    where = "".join(traceback.format_tb(error.__traceback__))
    LOG.error("internal error in %s: %s\n%s", place, type(error).__name__, where)
    return ProblemError(500, "internal-error", "an error in veriabs itself; the server's log says where").response()


async def _answer(service: Service, request: Request, role: Role, handler: Handler) -> Response:
    caller = await service.caller(request)
    address = request.client.host if request.client else "?"
    service.rates.take(f"nobody from {address}" if caller is NO_CALLER else caller.name)
    if caller.role < role:
        if caller is NO_CALLER:
            raise ProblemError(401, "token-needed", "send a token: Authorization: Bearer ...")
        raise ProblemError(403, "not-allowed", f"this needs a token with the role {role.name.lower()}")
    return await handler(service, caller, request)


async def visible(service: Service, caller: Caller, job: str) -> Job:
    """A job that the caller may see: their own, or one that is shared by address."""
    found = await service.read(lambda connection: jobs.find(connection, job))
    if found is None or not (found.row.shared or caller.role is Role.ADMIN or _is_owner(caller, found)):
        if caller is NO_CALLER:
            raise ProblemError(401, "token-needed", "send a token: Authorization: Bearer ...")
        raise not_found("job")
    return found


async def owned(service: Service, caller: Caller, job: str) -> Job:
    """A job that the caller may change."""
    found = await service.read(lambda connection: jobs.find(connection, job))
    if found is None or not (caller.role is Role.ADMIN or _is_owner(caller, found)):
        raise not_found("job")
    return found


def _is_owner(caller: Caller, job: Job) -> bool:
    return caller.role is not Role.NOBODY and job.owner == caller.owner
