"""One server from its start to its end: checks, workers, sockets."""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

import uvicorn

from veriabs.confine.launcher import launcher
from veriabs.core.errors import InputError, ToolError
from veriabs.install import provision
from veriabs.service import tokens
from veriabs.service.app import application
from veriabs.service.context import Service
from veriabs.service.limits import Limits
from veriabs.service.store import Store, default_url
from veriabs.service.workers import Workers
from veriabs.solvers import driver

_GRACE_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user chose for a server."""

    host: str = "127.0.0.1"
    port: int = 8420
    db: str = ""
    workers: int = 1
    hosts: tuple[str, ...] = ()
    unconfined: bool = False
    limits: Limits = field(default_factory=Limits)

    @property
    def url(self) -> str:
        return self.db or default_url()

    @property
    def is_local(self) -> bool:
        """Can only programs of this machine reach the server?"""
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return self.host == "localhost"


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serves until a signal comes; InputError or ToolError for what keeps the server from starting."""
    if not settings.unconfined:
        check_confinement()
    driver.detect(provision.require())
    listening = _bound(settings)
    with listening:
        store = Store.open(settings.url)
        needs_token = _needs_token(settings, store)
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        log = logging.getLogger("veriabs.service")
        workers = Workers(store, settings.url, settings.workers, log.warning)
        service = Service(store, settings.limits, _hosts(settings), not needs_token, workers, ready=_ready(workers))
        workers.start()
        try:
            say(f"veriabs serves http://{_shown(settings, listening)}/{' (tokens needed)' if needs_token else ''}")
            _server(service).run(sockets=[listening])
        finally:
            workers.stop()
            store.close()


def check_confinement() -> None:
    """ToolError unless the kernel can hold programs and the compiler: other people's text goes through both."""
    mend = "; --unconfined starts anyway, which is safe only where nobody but you can send programs"
    try:
        used = launcher()
    except ToolError as error:
        raise ToolError(f"uploaded programs could not be confined: {error}{mend}") from error
    if used.refusal:
        raise ToolError(f"{used.refusal}{mend}")
    if used.landlock < 1:
        raise ToolError(f"the kernel has no Landlock, so the compiler could read every file of this user{mend}")


def _needs_token(settings: Settings, store: Store) -> bool:
    """Everybody needs one as soon as there is one, or if others can reach the server."""
    there_are = bool(tokens.listed(store))
    if not settings.is_local and not there_are:
        raise InputError(
            f"--host {settings.host} can be reached from elsewhere, and there is no token; "
            "first: veriabs token add NAME --role admin"
        )
    return there_are


def _hosts(settings: Settings) -> frozenset[str]:
    local = ("localhost", "127.0.0.1", "[::1]")
    host = settings.host if ":" not in settings.host else f"[{settings.host.strip('[]')}]"
    named = (*settings.hosts, *(local if settings.is_local else (*local, host)))
    return frozenset(name.lower() for name in named)


def _bound(settings: Settings) -> socket.socket:
    """The socket, taken before anything else is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host.strip("[]"), settings.port, type=socket.SOCK_STREAM
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        raise InputError(f"cannot listen at {settings.host}:{settings.port}: {error.strerror or error}") from error
    return listening


def _shown(settings: Settings, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    return f"[{settings.host.strip('[]')}]:{port}" if ":" in settings.host else f"{settings.host}:{port}"


def _ready(workers: Workers) -> Callable[[], str]:
    def problem() -> str:
        return "" if workers.alive() else "no worker is alive"

    return problem


def _server(service: Service) -> uvicorn.Server:
    """Without an access log, which would hold the addresses of shared jobs."""
    config = uvicorn.Config(
        application(service),
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
    """Megabytes that each solver may have, so that all together have what the machine has, but for an eighth."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    return max(500, whole * 7 // 8 // (workers * solvers))
