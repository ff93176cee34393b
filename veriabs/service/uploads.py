"""Convert requests to submissions: JSON with the source text, or forms with files and archives; all in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import PurePosixPath

from msgspec import Struct, field
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from veriabs.service.archives import checked_path, is_archive, unpack
from veriabs.service.jobs import Submission
from veriabs.service.limits import Limits
from veriabs.service.problems import ProblemError, invalid
from veriabs.verify.options import Options

COMMANDS = ("verify", "shrink", "both")
"""A verdict, the shrink factor of every loop, or both in this order."""
_PROGRAMS = (".c", ".i")
_FIELDS = ("source", "name", "files", "main", "command", "options", "shared")
_BATCH_FIELDS = ("name", "jobs", "options", "command")


class Upload(Struct, frozen=True):
    """The files and the other fields of a request."""

    fields: Mapping[str, object]
    files: Mapping[str, bytes] = field(default_factory=dict)


async def read(request: Request, limits: Limits) -> Upload:
    """Read a request; raises ProblemError if it is too large, too slow or malformed."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/json", "multipart/form-data"):
        raise ProblemError(415, "media-type", "send application/json or multipart/form-data")
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _body(request, limits.body)
    except TimeoutError as error:
        raise ProblemError(408, "too-slow", f"the request did not arrive within {limits.body_seconds:g} s") from error
    except ClientDisconnect as error:
        raise ProblemError(400, "broken-off", "the request ended early") from error
    if kind == "application/json":
        return Upload(_json_object(body, ""))
    return await _form(request, body, limits)


async def _body(request: Request, most: int) -> bytes:
    too_large = ProblemError(413, "too-large", f"the request has more than {most:,} bytes", limit=most)
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > most:
        raise too_large
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            raise too_large
    return bytes(found)


def _json_object(body: bytes | str, pointer: str) -> dict[str, object]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise invalid(pointer or "/", "is not JSON in UTF-8") from error
    if not isinstance(found, dict):
        raise invalid(pointer or "/", "is not a JSON object")
    return found


async def _form(request: Request, body: bytes, limits: Limits) -> Upload:
    async def once() -> AsyncIterator[bytes]:
        yield body

    files: dict[str, bytes] = {}
    fields: dict[str, object] = {}
    try:
        parser = MultiPartParser(request.headers, once(), max_files=limits.files, max_fields=20)  # type: ignore[arg-type]
        parser.spool_max_size = limits.body  # all of it is in memory already
        parser.max_part_size = limits.body
        form = await parser.parse()
    except (MultiPartException, KeyError, ValueError) as error:
        raise invalid("/", "the body is not a readable multipart/form-data form") from error
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            files.update(_uploaded(value.filename or name, await value.read(), limits))
        else:
            fields[name] = _json_object(value, f"/{name}") if name == "options" else value
    await form.close()
    if fields.get("shared") is not None:
        fields["shared"] = fields["shared"] in ("true", "1", "on")
    return Upload(fields, files)


def _uploaded(name: str, body: bytes, limits: Limits) -> dict[str, bytes]:
    return unpack(name, body, limits) if is_archive(name) else {checked_path(name): body}


# --------------------------------------------------------------------------------------------------------- submissions


def submission(asked: Upload, limits: Limits) -> Submission:
    """The job that a request asks for."""
    return _submission(asked.fields, asked.files, limits, "")


def submissions(asked: Upload, limits: Limits) -> tuple[str, list[Submission]]:
    """The name of a batch and its jobs: those in a list, or every program among the files."""
    _check_fields(asked.fields, _BATCH_FIELDS, "")
    name = _text(asked.fields, "name", "", "batch")
    common = {key: asked.fields[key] for key in ("options", "command") if key in asked.fields}
    if asked.files:
        programs = [path for path in asked.files if PurePosixPath(path).suffix in _PROGRAMS]
        found = [_submission({**common, "main": path}, _headers(path, asked.files), limits, "") for path in programs]
    else:
        listed = asked.fields.get("jobs")
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise invalid("/jobs", "must be a list of jobs")
        found = [_submission({**common, **one}, {}, limits, f"/jobs/{n}") for n, one in enumerate(listed)]
    if not found:
        raise invalid("/jobs", "there is no program (.c, .i) in this batch")
    return name[:200], found


def _headers(path: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """A program with the other files that are no programs, since headers may be in any folder."""
    return {name: body for name, body in files.items() if name == path or PurePosixPath(name).suffix not in _PROGRAMS}


def _submission(fields: Mapping[str, object], uploaded: Mapping[str, bytes], limits: Limits, at: str) -> Submission:
    _check_fields(fields, _FIELDS, at)
    files = dict(uploaded)
    if "source" in fields:
        files[checked_path(_text(fields, "name", at, "program.c"))] = _text(fields, "source", at).encode()
    for path, text in _mapping(fields, "files", at).items():
        if not isinstance(text, str):
            raise invalid(f"{at}/files", "must map names to texts")
        files[checked_path(path)] = text.encode("utf-8", "surrogatepass")
    main = _main_program(fields, files, at)
    command = _text(fields, "command", at, "verify")
    if command not in COMMANDS:
        raise invalid(f"{at}/command", f"must be one of {', '.join(COMMANDS)}")
    shared = fields.get("shared", False)
    if not isinstance(shared, bool):
        raise invalid(f"{at}/shared", "must be true or false")
    return Submission(main[-200:], files, main, command, _options(_mapping(fields, "options", at), limits, at), shared)


def _main_program(fields: Mapping[str, object], files: Mapping[str, bytes], at: str) -> str:
    programs = [path for path in files if PurePosixPath(path).suffix in _PROGRAMS]
    if "main" in fields:
        main = _text(fields, "main", at)
        if main not in files:
            raise invalid(f"{at}/main", "is not one of the files")
        return main
    if len(programs) != 1:
        several = f"there are {len(programs)} programs; say which with `main`"
        found = several if programs else "there is no program (.c, .i)"
        raise invalid(f"{at}/source", found)
    return programs[0]


def _options(given: Mapping[str, object], limits: Limits, at: str) -> dict[str, object]:
    """The validated options, within the limits of the server."""
    try:
        chosen = Options.from_json(given)
    except ValueError as error:
        raise invalid(f"{at}/options", str(error)) from error
    for name, value, most in (
        ("timeout", chosen.timeout if "timeout" in given else 0.0, limits.timeout),
        ("memory_mb", chosen.memory_mb or 0, limits.memory_mb),
        ("jobs", chosen.jobs if "jobs" in given else 0, limits.solvers),
    ):
        if value > most:
            raise invalid(f"{at}/options/{name}", f"is limited to {most:g} on this server")
    timeout, jobs = min(chosen.timeout, limits.timeout), min(chosen.jobs, limits.solvers)
    least = {"timeout": timeout, "memory_mb": chosen.memory_mb or limits.memory_mb, "jobs": jobs}
    return {**given, **least}


def _check_fields(fields: Mapping[str, object], names: tuple[str, ...], at: str) -> None:
    for name in fields:
        if name not in names:
            raise invalid(f"{at}/{name}"[:100], f"is not known; the choices are {', '.join(names)}")


def _text(fields: Mapping[str, object], name: str, at: str, default: str | None = None) -> str:
    value = fields.get(name, default)
    if not isinstance(value, str) or not value:
        raise invalid(f"{at}/{name}", "must be a text that is not empty")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise invalid(f"{at}/{name}", "is not text in UTF-8") from error
    return value


def _mapping(fields: Mapping[str, object], name: str, at: str) -> dict[str, object]:
    value = fields.get(name, {})
    if not isinstance(value, dict):
        raise invalid(f"{at}/{name}", "must be an object")
    return value
