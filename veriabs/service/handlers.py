"""The endpoints for jobs: submit, list, show, cancel, share, follow, download."""

from __future__ import annotations

import re

from sse_starlette import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from veriabs.service import jobs, queue, results, uploads
from veriabs.service.context import Service, needs, owned, visible
from veriabs.service.jobs import Filter, Job, JobState, OtherRequestError
from veriabs.service.problems import ProblemError, invalid, not_found
from veriabs.service.tokens import Caller, Role

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_MOST_LISTED = 200
REPORT_POLICY = "sandbox allow-scripts allow-popups; frame-ancestors 'self'"
"""The report has its own policy; a sandboxed document has no origin, so that it cannot access this service."""


@needs(Role.USER)
async def submit_job(service: Service, caller: Caller, request: Request) -> Response:
    """Accept a program; it is on disk before the answer is sent."""
    key = idempotency_key(request)
    await check_quota(service, caller, 1)
    given = uploads.submission(await uploads.read(request, service.limits), service.limits)
    try:
        job = await run_in_threadpool(jobs.submit, service.store, caller.owner, given, key)
    except OtherRequestError as error:
        raise ProblemError(422, "other-request", str(error)) from error
    headers = {"Location": f"/v1/jobs/{job.id}", "ETag": job.etag}
    return JSONResponse(job.public(), 202, headers)


def idempotency_key(request: Request) -> str | None:
    """The key that makes a repeated request return the first job, from its header; None without one."""
    key = request.headers.get("idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        raise ProblemError(400, "idempotency-key", "Idempotency-Key must be 1 to 200 visible characters of ASCII")
    return key


async def check_quota(service: Service, caller: Caller, count: int) -> None:
    """Raise ProblemError 429 or 503 if `count` further jobs exceed a limit."""
    limits = service.limits
    own = await service.read(lambda connection: jobs.waiting(connection, caller.owner))
    if own + count > limits.owner_queued:
        detail = f"{own:,} of your jobs are waiting, and {limits.owner_queued:,} may; wait for some of them"
        raise ProblemError(429, "too-many-jobs", detail, retry_after=30, limit=limits.owner_queued)
    if await service.read(jobs.waiting) + count > limits.queued:
        raise ProblemError(503, "queue-full", "the queue is full; try again later", retry_after=60, limit=limits.queued)


@needs(Role.READER)
async def list_jobs(service: Service, caller: Caller, request: Request) -> Response:
    """The newest jobs first, in pages."""
    asked = request.query_params
    known(request, "state", "verdict", "batch", "name", "owner", "limit", "cursor")
    if "state" in asked and asked["state"] not in [state.value for state in JobState]:
        raise invalid("state", f"must be one of {', '.join(state.value for state in JobState)}")
    owner = caller.sees or asked.get("owner")
    before = number(request, "cursor", 0, 2**62, None)
    chosen = Filter(owner, asked.get("state"), asked.get("verdict"), asked.get("batch"), asked.get("name"), before)
    limit = number(request, "limit", 1, _MOST_LISTED, 50) or 50
    found = await service.read(lambda connection: jobs.listed(connection, chosen, limit + 1))
    items = [job.public() for job in found[:limit]]
    return page(request, items, str(found[limit - 1].row.number) if len(found) > limit else None)


def known(request: Request, *names: str) -> None:
    """Raise ProblemError 422 for an unknown parameter."""
    for name in request.query_params:
        if name not in names:
            raise invalid(name[:60], f"is not a parameter; the parameters are {', '.join(names)}")


def number(request: Request, name: str, least: int, most: int, default: int | None) -> int | None:
    """A query parameter that is a whole number from `least` to `most`."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
        raise invalid(name, f"must be a whole number from {least} to {most}")
    return int(text)


def page(request: Request, items: list[dict[str, object]], cursor: str | None, **more: object) -> Response:
    """One page of a list; `next` is the address of the next one."""
    following = None
    if cursor is not None:
        url = request.url.include_query_params(cursor=cursor)
        following = f"{url.path}?{url.query}"
    headers = {"Cache-Control": "no-store"}
    if following is not None:
        headers["Link"] = f'<{following}>; rel="next"'
    return JSONResponse({"items": items, "next": following, **more}, headers=headers)


@needs(Role.NOBODY)
async def show_job(service: Service, caller: Caller, request: Request) -> Response:
    """One job; with If-None-Match, 304 unless it has changed."""
    job = await visible(service, caller, request.path_params["job"])
    return unless_known(request, job.etag) or JSONResponse(job.public(), headers=_private(job))


def _private(job: Job) -> dict[str, str]:
    return {"ETag": job.etag, "Cache-Control": "private, no-cache"}


def unless_known(request: Request, etag: str) -> Response | None:
    """Status 304 without a body if the client has the version `etag`; None if it has not."""
    named = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return Response(status_code=304, headers={"ETag": etag}) if etag in named or "*" in named else None


@needs(Role.USER)
async def cancel_job(service: Service, caller: Caller, request: Request) -> Response:
    """End a job; a finished one stays unchanged."""
    job = await owned(service, caller, request.path_params["job"])
    await run_in_threadpool(queue.cancel, service.store, job.id)
    return await _job_response(service, job.id)


@needs(Role.USER)
async def change_job(service: Service, caller: Caller, request: Request) -> Response:
    """Share a job with everyone who has its address, or end that."""
    job = await owned(service, caller, request.path_params["job"])
    asked = await uploads.read(request, service.limits)
    shared = asked.fields.get("shared")
    if not isinstance(shared, bool) or len(asked.fields) != 1:
        raise invalid("/shared", "must be true or false, and nothing else can be changed")
    await run_in_threadpool(jobs.share, service.store, job.id, shared)
    return await _job_response(service, job.id)


async def _job_response(service: Service, job: str) -> Response:
    found = await service.read(lambda connection: jobs.find(connection, job))
    if found is None:
        raise not_found("job")
    return JSONResponse(found.public(), headers=_private(found))


@needs(Role.NOBODY)
async def follow_job(service: Service, caller: Caller, request: Request) -> Response:
    """The events of a job as Server-Sent Events; with Last-Event-ID, those after that event."""
    job = await visible(service, caller, request.path_params["job"])
    last = request.headers.get("last-event-id") or request.query_params.get("after") or "0"
    if not last.isdecimal() or len(last) > 9:
        raise invalid("Last-Event-ID", "must be the number of an event")
    if job.state.is_final and int(last) >= job.row.events:
        return Response(status_code=204)  # tells a browser not to reconnect
    service.feed.check_room()

    async def allowed() -> bool:
        try:
            await visible(service, await service.caller(request), job.id)
        except ProblemError:  # the token was revoked, the first one was added, or the job is no longer shared
            return False
        return True

    return EventSourceResponse(service.feed.events(job.id, int(last), allowed), ping=15, send_timeout=30)


@needs(Role.NOBODY)
async def list_artefacts(service: Service, caller: Caller, request: Request) -> Response:
    """The files that can be downloaded for a job."""
    job = await visible(service, caller, request.path_params["job"])
    found = await service.read(lambda connection: results.artefacts(connection, job.id))
    return JSONResponse({"items": found, "next": None}, headers={"Cache-Control": "private, no-cache"})


@needs(Role.NOBODY)
async def download(service: Service, caller: Caller, request: Request) -> Response:
    """One artefact; it never changes."""
    job, name = await visible(service, caller, request.path_params["job"]), request.path_params["name"]
    found = await service.read(lambda connection: results.artefact(connection, job.id, name))
    if found is None:
        raise not_found("artefact")
    etag = f'"{found.digest}"'
    unchanged = unless_known(request, etag)
    if unchanged is not None:
        return unchanged
    headers = {"ETag": etag, "Cache-Control": "private, max-age=3600"}
    if found.media_type == "text/html":
        headers["Content-Security-Policy"] = REPORT_POLICY
    else:
        headers["Content-Disposition"] = f'attachment; filename="{re.sub("[^A-Za-z0-9._-]", "-", name)}"'
    content = await run_in_threadpool(results.body, found)
    return Response(content, media_type=_with_charset(found.media_type), headers=headers)


def _with_charset(media_type: str) -> str:
    return f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type


@needs(Role.NOBODY)
async def show_sources(service: Service, caller: Caller, request: Request) -> Response:
    """The files of a job, and which one is analysed."""
    job = await visible(service, caller, request.path_params["job"])
    files = await service.read(lambda connection: jobs.sources(connection, job.id))
    texts = {path: body.decode("utf-8", "replace") for path, (_main, body) in files.items()}
    main = next((path for path, (is_main, _body) in files.items() if is_main), None)
    return JSONResponse({"files": texts, "main": main}, headers={"Cache-Control": "private, max-age=3600"})
