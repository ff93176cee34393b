"""Check every request: its target, its origin, and what a browser may do with the answer.

The service uses no cookies, so another site cannot act in a user's name. Without tokens, everyone who reaches the
server may use it. So a request has to name this server (not another name for it, as in DNS rebinding), and a request
that changes something must not come from another site's page.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from veriabs.service.problems import ProblemError

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = ("GET", "HEAD", "OPTIONS")


class Guard(Struct, frozen=True):
    """Refuses requests from other sites, and adds the headers of every answer."""

    app: ASGIApp
    hosts: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = self._problem(scope["method"], Headers(scope=scope))
        app: ASGIApp = self.app if problem is None else problem.response()
        await app(scope, receive, guarded)

    def _problem(self, method: str, headers: Headers) -> ProblemError | None:
        host = headers.get("host", "")
        if self.hosts and host_name(host) not in self.hosts:
            return ProblemError(421, "other-host", "this server is not known by that name; see --allow-host")
        if method in _SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") or (origin is not None and urlsplit(origin).netloc != host):
            return ProblemError(403, "other-site", "pages of other sites may not change anything here")
        return None


def host_name(host: str) -> str:
    """The name in a Host header without its port."""
    return (host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]).lower()
