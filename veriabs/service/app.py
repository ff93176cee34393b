"""The application: maps paths to endpoints.

Starlette is used instead of a framework with its own request types, because `Options` already describes the options,
and a second description could diverge.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from veriabs import __version__
from veriabs.service import batches, handlers
from veriabs.service.context import Service, needs
from veriabs.service.guard import Guard
from veriabs.service.openapi import document
from veriabs.service.problems import ProblemError
from veriabs.service.tokens import Caller, Role

STATIC = Path(__file__).with_name("static")


@needs(Role.NOBODY)
async def about(service: Service, caller: Caller, request: Request) -> Response:
    """The caller, the available options, and the limits."""
    limits = service.limits
    body = {
        "version": __version__,
        "caller": {"name": caller.name, "owner": caller.owner, "role": caller.role.name.lower()},
        "needs_token": await service.is_closed(),
        "limits": {name: getattr(limits, name) for name in limits.__struct_fields__},
        "options": document()["components"]["schemas"]["Options"],
    }
    return JSONResponse(body, headers={"Cache-Control": "no-store"})


@needs(Role.ADMIN)
async def metrics(service: Service, caller: Caller, request: Request) -> Response:
    """Numbers for Prometheus."""
    return Response(await run_in_threadpool(service.metrics.text), media_type="text/plain; version=0.0.4")


async def health(request: Request) -> Response:
    """Answer that the server is running."""
    return JSONResponse({"status": "alive"}, headers={"Cache-Control": "no-store"})


async def ready(request: Request) -> Response:
    """Answer whether jobs can be accepted and decided."""
    service: Service = request.app.state.service
    try:
        await service.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
        problem = service.ready()
    except SQLAlchemyError:
        problem = "the database does not answer"
    if problem:
        return ProblemError(503, "not-ready", problem, retry_after=5).response()
    return JSONResponse({"status": "ready"}, headers={"Cache-Control": "no-store"})


async def described(request: Request) -> Response:
    """This API as OpenAPI."""
    return JSONResponse(document(), headers={"Cache-Control": "public, max-age=300"})


async def show_page(request: Request) -> Response:
    """The web page, which shows what its address names."""
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def application(service: Service) -> Starlette:
    """The complete API of one server."""

    @contextlib.asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        feed = asyncio.create_task(service.feed.run())
        try:
            yield
        finally:
            feed.cancel()

    app = Starlette(
        routes=routes(),
        middleware=[Middleware(Guard, hosts=service.hosts)],
        exception_handlers={HTTPException: _error_response},
        lifespan=living,
    )
    app.state.service = service
    return app


def routes() -> list[Route | Mount]:
    """The addresses of the service, each with its handler."""
    job, batch = "/v1/jobs/{job}", "/v1/batches/{batch}"
    return [
        Route("/v1/about", about, methods=["GET"]),
        Route("/v1/jobs", handlers.submit_job, methods=["POST"]),
        Route("/v1/jobs", handlers.list_jobs, methods=["GET"]),
        Route(job, handlers.show_job, methods=["GET"]),
        Route(job, handlers.change_job, methods=["PATCH"]),
        Route(f"{job}/cancel", handlers.cancel_job, methods=["POST"]),
        Route(f"{job}/events", handlers.follow_job, methods=["GET"]),
        Route(f"{job}/sources", handlers.show_sources, methods=["GET"]),
        Route(f"{job}/artefacts", handlers.list_artefacts, methods=["GET"]),
        Route(f"{job}/artefacts/{{name:path}}", handlers.download, methods=["GET"]),
        Route("/v1/batches", batches.submit_batch, methods=["POST"]),
        Route("/v1/batches", batches.list_batches, methods=["GET"]),
        Route(batch, batches.show_batch, methods=["GET"]),
        Route(f"{batch}/report.{{form}}", batches.report_batch, methods=["GET"]),
        Route("/v1/shrink-factors", batches.list_factors, methods=["GET"]),
        Route("/v1/openapi.json", described, methods=["GET"]),
        Route("/healthz", health, methods=["GET"]),
        Route("/readyz", ready, methods=["GET"]),
        Route("/metrics", metrics, methods=["GET"]),
        *(Route(path, show_page, methods=["GET"]) for path in _PAGES),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


_PAGES = ("/", "/jobs", "/jobs/{job}", "/batches", "/batches/{batch}", "/compare", "/factors", "/shrinking")


async def _error_response(request: Request, error: Exception) -> Response:
    """Convert Starlette's own errors, for unknown paths and methods."""
    assert isinstance(error, HTTPException)
    kind = re.sub("[^a-z]+", "-", error.detail.lower())
    response = ProblemError(error.status_code, kind, error.detail).response()
    response.headers.update(error.headers or {})
    return response
