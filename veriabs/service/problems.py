"""Error answers as problem details (RFC 9457), for every error."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import JSONResponse

_TYPE = "urn:veriabs:problem:"


class ProblemError(Exception):
    """An error answer; `kind` names it for programs, `detail` tells the user what to do, in a sentence."""

    def __init__(
        self, status: int, kind: str, detail: str, *, retry_after: float | None = None, **more: object
    ) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.retry_after, self.more = status, kind, detail, retry_after, more

    def response(self) -> JSONResponse:
        title = HTTPStatus(self.status).phrase
        body = {"type": f"{_TYPE}{self.kind}", "title": title, "status": self.status, "detail": self.detail}
        headers = {"Cache-Control": "no-store"}
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, round(self.retry_after)))
        if self.status == 401:
            headers["WWW-Authenticate"] = 'Bearer realm="veriabs"'
        return JSONResponse({**body, **self.more}, self.status, headers, "application/problem+json")


def not_found(what: str) -> ProblemError:
    """The error 404 for a thing that is absent, or that belongs to somebody else."""
    return ProblemError(404, "not-found", f"there is no such {what}, or it is not yours")


def invalid(pointer: str, detail: str) -> ProblemError:
    """A well-formed request with an invalid value; `pointer` is its place."""
    return ProblemError(422, "invalid-request", f"{pointer}: {detail}", errors=[{"pointer": pointer, "detail": detail}])
