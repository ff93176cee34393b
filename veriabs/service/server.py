"""Run one server: checks, workers, sockets."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
from collections.abc import Callable

import uvicorn
from msgspec import Struct, field
from uvicorn.protocols.http.h11_impl import H11Protocol

from veriabs.core.errors import InputError
from veriabs.install import provision
from veriabs.service import tokens
from veriabs.service.app import application
from veriabs.service.cluster import ClusterConnections
from veriabs.service.confinement import check_confinement
from veriabs.service.context import Service
from veriabs.service.limits import Limits
from veriabs.service.store import Store, default_url
from veriabs.service.workers import Workers
from veriabs.solvers import driver

_GRACE_SECONDS = 5
_HEAD_SECONDS = 10.0
"""Seconds for the head of a request."""

_UNREAD_MS = 60_000
"""Milliseconds for which a client may leave sent data unread."""


class ServerSettings(Struct, frozen=True):
    """The user's settings for a server: its address, its database and its workers.

    `db` is the address of the database, by default an SQLite file. `hosts` are more names by which clients may address
    it. `unconfined` runs jobs without a sandbox. `cluster` is the address of a Dask scheduler.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    db: str = ""
    workers: int = 1
    hosts: tuple[str, ...] = ()
    unconfined: bool = False
    cluster: str | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def url(self) -> str:
        return self.db or default_url()

    @property
    def is_local(self) -> bool:
        """Can only programs on this machine reach the server?"""
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return self.host == "localhost"


def serve(settings: ServerSettings, say: Callable[[str], None]) -> None:
    """Serve until a signal arrives; raises InputError or ToolError if the server cannot start."""
    cluster = _cluster(settings)
    listening = _bound(settings)
    with listening:
        store = Store.open(settings.url)
        needs_token = _needs_token(settings, store)
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        log = logging.getLogger("veriabs.service")
        workers = Workers(store, settings.url, settings.workers, log.warning, cluster, settings.limits.kept)
        service = Service(store, settings.limits, _hosts(settings), needs_token, workers, ready=_ready(workers))
        workers.start()
        try:
            say(f"veriabs serves http://{_address(settings, listening)}/{' (tokens needed)' if needs_token else ''}")
            _server(service).run(sockets=[listening])
        finally:
            workers.stop()
            store.close()


def _cluster(settings: ServerSettings) -> ClusterConnections | None:
    """The cluster that decides jobs, None for this machine; raises ToolError if they cannot be decided."""
    cbmc = driver.detect(provision.require())
    if settings.cluster is None:
        if not settings.unconfined:
            check_confinement()
        return None
    cluster = ClusterConnections(settings.cluster, cbmc.version_text, settings.unconfined)
    cluster.check()  # each of its workers checks its own confinement
    return cluster


def _needs_token(settings: ServerSettings, store: Store) -> bool:
    """Is there a token already? Raises InputError if there is none and other machines can reach the server."""
    there_are = tokens.exist(store)
    if not settings.is_local and not there_are:
        raise InputError(
            f"--host {settings.host} can be reached from elsewhere, and there is no token; "
            "first: veriabs token add NAME --role admin"
        )
    return there_are


def _hosts(settings: ServerSettings) -> frozenset[str]:
    local = ("localhost", "127.0.0.1", "[::1]")
    host = settings.host if ":" not in settings.host else f"[{settings.host.strip('[]')}]"
    named = (*settings.hosts, *(local if settings.is_local else (*local, host)))
    return frozenset(name.lower() for name in named)


def _bound(settings: ServerSettings) -> socket.socket:
    """The socket, opened before anything else starts."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host.strip("[]"), settings.port, type=socket.SOCK_STREAM
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MS)  # inherited by its connections
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        why = f"{error.strerror or error}; --host and --port choose another address"
        raise InputError(f"cannot listen at {settings.host}:{settings.port}: {why}") from error
    return listening


def _address(settings: ServerSettings, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    return f"[{settings.host.strip('[]')}]:{port}" if ":" in settings.host else f"{settings.host}:{port}"


def _ready(workers: Workers) -> Callable[[], str]:
    def problem() -> str:
        return "" if workers.alive() else "no worker is alive"

    return problem


class _TimeLimitedHttp(H11Protocol):
    """HTTP with a time limit for request heads, so that a slow client cannot occupy a connection."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the head of a request."""
        super().connection_made(transport)
        self._late = self.loop.call_later(_HEAD_SECONDS, transport.close)

    def data_received(self, data: bytes) -> None:
        """Stop the timer when a request is complete; data after its answer is the next head."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._late is None:
            self._late = self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _server(service: Service) -> uvicorn.Server:
    """The HTTP server, without an access log, which would contain addresses of shared jobs."""
    config = uvicorn.Config(
        application(service),
        http=_TimeLimitedHttp,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        h11_max_incomplete_event_size=32_768,
        limit_concurrency=4096,
        proxy_headers=False,
        lifespan="on",
    )
    return uvicorn.Server(config)


def memory_each(workers: int, solvers: int) -> int:
    """Megabytes for each solver, so that those of twice as many workers have seven eighths of the machine's memory."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    return max(500, whole * 7 // 8 // (2 * workers * solvers))
