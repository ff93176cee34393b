"""The endpoints for many jobs: batches, their reports, and shrink factors over all results.

In: requests. Out: answers as JSON, one page of results at a time, or the HTML report of a batch.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import Row
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from veriabs.report import batch_report
from veriabs.service import jobs, results, uploads
from veriabs.service.context import Service, needs
from veriabs.service.handlers import REPORT_POLICY, check_quota, idempotency_key, known, number, page
from veriabs.service.jobs import Json, OtherRequestError
from veriabs.service.problems import ProblemError, invalid, not_found
from veriabs.service.results import FactorFilter
from veriabs.service.tokens import Caller, Role

_FORMS = {"html": "text/html", "csv": "text/csv", "json": "application/json", "latex": "text/plain"}


@needs(Role.USER)
async def submit_batch(service: Service, caller: Caller, request: Request) -> Response:
    """Accept many programs at once, all or none: a list of jobs, or the programs in files and archives."""
    key = idempotency_key(request)
    name, given = uploads.submissions(await uploads.read(request, service.limits), service.limits)
    await check_quota(service, caller, len(given))
    try:
        batch = await run_in_threadpool(jobs.submit_batch, service.store, caller.owner, name, given, key)
    except OtherRequestError as error:
        raise ProblemError(422, "other-request", str(error)) from error
    found = await _public(service, await _visible(service, caller, batch))
    return JSONResponse(found, 202, {"Location": f"/v1/batches/{batch}"})


async def _visible(service: Service, caller: Caller, batch: str) -> Row[Any]:
    found = await service.read(lambda connection: jobs.find_batch(connection, batch))
    if found is None or caller.sees not in (None, found.owner):
        raise not_found("batch")
    return found


async def _public(service: Service, row: Row[Any]) -> Json:
    counts = await service.read(lambda connection: jobs.counts(connection, batch=row.id))
    verdicts = await service.read(lambda connection: jobs.verdicts(connection, row.id))
    conditional = await service.read(lambda connection: jobs.conditional(connection, row.id))
    factors = await service.read(lambda connection: results.histogram(connection, FactorFilter(batch=row.id)))
    about = {"id": row.id, "name": row.name, "owner": row.owner, "created": row.created}
    links = {"self": f"/v1/batches/{row.id}", "jobs": f"/v1/jobs?batch={row.id}", "page": f"/batches/{row.id}"}
    links |= {form: f"/v1/batches/{row.id}/report.{form}" for form in _FORMS}
    about |= {"states": counts, "verdicts": verdicts, "conditional": conditional}
    return {**about, "shrink_factors": factors, "links": links}


@needs(Role.READER)
async def list_batches(service: Service, caller: Caller, request: Request) -> Response:
    """The newest first, in pages."""
    known(request, "limit", "cursor")
    limit = number(request, "limit", 1, 100, 20) or 20
    before = number(request, "cursor", 0, 2**62, None)
    found = await service.read(lambda connection: jobs.batches(connection, caller.sees, before, limit + 1))
    items = [await _public(service, row) for row in found[:limit]]
    return page(request, items, str(found[limit - 1].number) if len(found) > limit else None)


@needs(Role.READER)
async def show_batch(service: Service, caller: Caller, request: Request) -> Response:
    """The progress of a batch, and its results so far."""
    return JSONResponse(await _public(service, await _visible(service, caller, request.path_params["batch"])))


@needs(Role.READER)
async def report_batch(service: Service, caller: Caller, request: Request) -> Response:
    """The results so far, as `veriabs report` writes them."""
    row, form = await _visible(service, caller, request.path_params["batch"]), request.path_params["form"]
    if form not in _FORMS:
        raise not_found("report")
    body = await service.read(lambda connection: _report(list(results.records(connection, row.id)), form))
    policy = {"Content-Security-Policy": REPORT_POLICY} if form == "html" else {}
    return Response(body, media_type=_FORMS[form], headers={"Cache-Control": "no-store", **policy})


def _report(records: list[Any], form: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report"
        html, csv, json, latex = (path if one == form else None for one in _FORMS)
        batch_report.write(records, html=html, csv=csv, json=json, latex=latex)
        return path.read_bytes()


@needs(Role.READER)
async def list_factors(service: Service, caller: Caller, request: Request) -> Response:
    """Shrink factors of all results: `k=2`, or `k=0` for loops without one; with a histogram of the matches."""
    known(request, "k", "batch", "name", "limit", "cursor")
    asked = request.query_params
    k, limit = number(request, "k", 0, 1000, None), number(request, "limit", 1, 500, 100) or 100
    wanted = FactorFilter(caller.sees, k, asked.get("batch"), asked.get("name"), _place(asked.get("cursor")))
    found = await service.read(lambda connection: results.factors(connection, wanted, limit + 1))
    counts = await service.read(lambda connection: results.histogram(connection, wanted))
    following = None if len(found) <= limit else "-".join(map(str, found[limit - 1][0]))
    return page(request, [one for _place, one in found[:limit]], following, histogram=counts)


def _place(cursor: str | None) -> tuple[int, int] | None:
    if cursor is None:
        return None
    job, _, index = cursor.partition("-")
    if not (job.isdecimal() and index.isdecimal() and len(cursor) < 30):
        raise invalid("cursor", "must be a value that `next` returned")
    return int(job), int(index)
