"""The API as OpenAPI 3.1: one entry for each route, options from `Options`, with examples."""

from __future__ import annotations

from dataclasses import MISSING, Field
from functools import cache, partial
from typing import Any

from veriabs import __version__, strategies
from veriabs.core.goals import CHECKS
from veriabs.service.jobs import State
from veriabs.service.uploads import COMMANDS
from veriabs.verify import options
from veriabs.verify.options import Argument

SOURCE = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 10000000
int a[N];
int main(void) {
  int i, m = 1000;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) if (a[i] < m) m = a[i];
  for (i = 0; i < N; i++) assert(m <= a[i]);
  return 0;
}
"""
_SUBMISSION = {"name": "minimum.c", "source": SOURCE, "options": {"timeout": 60, "strategies": ["shrinking"]}}
_ID = "mPQ6B0nB4mD0fPpo3sT0xA"
_JOB: dict[str, object] = {
    "id": _ID,
    "name": "minimum.c",
    "command": "verify",
    "state": "done",
    "owner": "local",
    "batch": None,
    "shared": False,
    "created": 1795346645.5,
    "started": 1795346646.0,
    "finished": 1795346647.9,
    "options": {"timeout": 60, "strategies": ["shrinking"], "memory_mb": 4000, "jobs": 2},
    "verdict": "TRUE",
    "word": "TRUE",
    "conditions": "",
    "strategy": "shrinking",
    "k": 1,
    "seconds": 1.698,
    "peak_mb": 25.4,
    "sentence": "Proved: every assertion holds in every run. Any 1 iteration stands for all of them (shrink factor 1).",
    "reason_kind": None,
    "reason": None,
    "cancelling": False,
    "links": {
        "self": f"/v1/jobs/{_ID}",
        "events": f"/v1/jobs/{_ID}/events",
        "artefacts": f"/v1/jobs/{_ID}/artefacts",
        "page": f"/jobs/{_ID}",
    },
}
_PROBLEM = {
    "type": "urn:veriabs:problem:too-many-requests",
    "title": "Too Many Requests",
    "status": 429,
    "detail": "too many requests: 50 a second are served; wait 1 s",
}

Json = dict[str, Any]


@cache
def document() -> Json:
    """The complete description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "veriabs",
            "version": __version__,
            "summary": "Proves C programs that loop over large arrays",
        },
        "security": [{"token": []}, {}],
        "paths": _paths(),
        "components": {"schemas": _schemas(), "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _paths() -> Json:
    job, batch = [_in_url("job")], [_in_url("batch")]
    listing = [_query("limit", "integer"), _query("cursor", "string")]
    filters = [_query(name, "string") for name in ("state", "verdict", "batch", "name", "owner")]
    resume = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "integer"}}
    known = {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}}
    return {
        "/v1/about": {"get": _get("Who asks, and the limits", "About")},
        "/v1/jobs": {
            "post": _post("Submit a program", "Submission", _SUBMISSION, "Job", _JOB),
            "get": _get("List jobs, the newest first", "Jobs", [*filters, *listing], {"items": [_JOB], "next": None}),
        },
        "/v1/jobs/{job}": {
            "get": _get("Look at a job", "Job", [*job, known], _JOB),
            "patch": _changes("Share a job, or end that", job, {"shared": True}),
        },
        "/v1/jobs/{job}/cancel": {"post": {**_get("Cancel a job", "Job", job, _JOB)}},
        "/v1/jobs/{job}/events": {"get": _file_operation("Follow a job", "text/event-stream", [*job, resume])},
        "/v1/jobs/{job}/sources": {"get": _get("The files of a job", "Sources", job)},
        "/v1/jobs/{job}/artefacts": {"get": _get("What can be downloaded of a job", "Artefacts", job)},
        "/v1/jobs/{job}/artefacts/{name}": {"get": _file_operation("Download", "*/*", [*job, _in_url("name")])},
        "/v1/batches": {
            "post": _post("Submit many programs", "Batch", {"name": "mine", "jobs": [_SUBMISSION]}, "BatchState", None),
            "get": _get("List batches", "BatchStates", listing),
        },
        "/v1/batches/{batch}": {"get": _get("Look at a batch", "BatchState", batch)},
        "/v1/batches/{batch}/report.{form}": {"get": _file_operation("Report", "*/*", [*batch, _in_url("form")])},
        "/v1/shrink-factors": {
            "get": _get(
                "Shrink factors of all results",
                "Factors",
                [_query("k", "integer"), _query("batch", "string"), _query("name", "string"), *listing],
            )
        },
        "/v1/openapi.json": {"get": _get("This description", "Anything")},
        "/healthz": {"get": _get("Does the server live?", "Anything")},
        "/readyz": {"get": _get("Can jobs be taken and decided?", "Anything")},
        "/metrics": {"get": _file_operation("Numbers for Prometheus", "text/plain", [])},
    }


def _in_url(name: str) -> Json:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query(name: str, kind: str) -> Json:
    return {"name": name, "in": "query", "schema": {"type": kind}}


def _content(schema: str, example: object = None) -> Json:
    shown = {} if example is None else {"example": example}
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}, **shown}}


def _answers(code: str, content: Json) -> Json:
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}, "example": _PROBLEM}}
    return {
        code: {"description": "done", "content": content},
        "default": {"description": "not done", "content": problem},
    }


def _get(summary: str, schema: str, parameters: list[Json] | None = None, example: object = None) -> Json:
    answers = _answers("200", _content(schema, example))
    return {"summary": summary, "parameters": parameters or [], "responses": answers}


def _file_operation(summary: str, media_type: str, parameters: list[Json]) -> Json:
    return {"summary": summary, "parameters": parameters, "responses": _answers("200", {media_type: {}})}


def _post(summary: str, schema: str, example: object, answer: str, answered: object) -> Json:
    form = {
        "type": "object",
        "properties": {
            "file": {"type": "string", "format": "binary", "description": "a file, or an archive (.zip, .tar.gz)"},
            "main": {"type": "string"},
            "command": {"enum": list(COMMANDS)},
            "options": {"type": "string", "description": "the options as JSON"},
        },
    }
    body = {"required": True, "content": {**_content(schema, example), "multipart/form-data": {"schema": form}}}
    key = {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string", "maxLength": 200}}
    answers = _answers("202", _content(answer, answered))
    return {"summary": summary, "parameters": [key], "requestBody": body, "responses": answers}


def _changes(summary: str, parameters: list[Json], example: object) -> Json:
    body = {"required": True, "content": _content("Sharing", example)}
    answers = _answers("200", _content("Job", _JOB))
    return {"summary": summary, "parameters": parameters, "requestBody": body, "responses": answers}


# ------------------------------------------------------------------------------------------------------------- schemas


def _object(required: str = "", **properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": required.split()}


def _schemas() -> Json:
    text, whole, yes = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
    real, anything = {"type": "number"}, {"type": "object"}
    chosen = {"$ref": "#/components/schemas/Options"}
    files = {"type": "object", "additionalProperties": text}
    command = {"enum": list(COMMANDS)}
    submission = _object(source=text, name=text, files=files, main=text, command=command, options=chosen, shared=yes)
    several = {"type": "array", "items": {"$ref": "#/components/schemas/Submission"}}
    job = _object(
        "id name command state owner created links",
        **dict.fromkeys(("id", "name", "command", "owner"), text),
        **{name: {"type": ["string", "null"]} for name in ("batch", "word", "conditions", "strategy", "sentence")},
        **{name: {"type": ["string", "null"]} for name in ("reason_kind", "reason")},
        **{name: {"type": ["number", "null"]} for name in ("started", "finished", "k", "seconds", "peak_mb")},
        state={"enum": [state.value for state in State]},
        verdict={"enum": ["TRUE", "FALSE", "UNKNOWN", None]},
        options=anything, links=anything, created=real, shared=yes, cancelling=yes,
    )  # fmt: skip
    artefact = _object("name media_type size sha256 url", name=text, media_type=text, size=whole, sha256=text, url=text)
    factor = _object(
        "job program lines shrink_factor",
        **dict.fromkeys(("job", "program"), text),
        lines={"type": "array", "items": whole}, shrink_factor={"type": ["integer", "null"]},
        reason={"type": ["string", "null"]},
        highest_k_tried=whole,
        assertion=whole, seconds=real, peak_mb=real, accelerable={"type": "array", "items": text},
    )  # fmt: skip
    batch = _object("id name states verdicts links", id=text, name=text, owner=text, created=real, states=anything,
                    verdicts=anything, conditional=whole, shrink_factors=anything, links=anything)  # fmt: skip
    return {
        "Options": {"type": "object", "properties": _options(), "additionalProperties": False},
        "Submission": {**submission, "additionalProperties": False},
        "Batch": _object(name=text, jobs=several, options=chosen, command=command),
        "Job": job,
        "Jobs": _page("Job"),
        "Artefact": artefact,
        "Artefacts": _page("Artefact"),
        "Factor": factor,
        "Factors": _page("Factor", histogram=anything),
        "BatchState": batch,
        "BatchStates": _page("BatchState"),
        "Sources": _object("files main", files=files, main={"type": ["string", "null"]}),
        "Sharing": _object("shared", shared=yes),
        "About": _object("version caller needs_token limits options", version=text, caller=anything, needs_token=yes),
        "Anything": anything,
        "Problem": _object("type title status detail", type=text, title=text, status=whole, detail=text),
    }


def _page(schema: str, **more: Json) -> Json:
    items = {"type": "array", "items": {"$ref": f"#/components/schemas/{schema}"}}
    return _object("items next", items=items, next={"type": ["string", "null"]}, **more)


def _options() -> Json:
    """The options that a client can choose, from their command-line description."""
    return {one.name: _option(one) for one in options.remote()}


_TITLES = {
    "max_k": ("Largest shrink factor to try", ""),
    "timeout": ("Time (seconds)", ""),
    "memory_mb": ("Memory of each solver (MB)", ""),
    "stop_on_fail": ("Stop at the first failure", ""),
    "jobs": ("Solvers at a time", "processes of CBMC (default {:g})"),
    "strategies": ("Strategies", "none chosen: all that usually take part"),
    "replay": (
        "Run the program",
        "confined by the kernel; without runs nothing is refuted",
    ),
    "overflow": ("Signed overflow", ""),
    "defines": ("Macros", "such as N=100, DEBUG"),
    "standard": ("C standard", "of the preprocessor, such as c99"),
    "data_model": ("Data model", "sizes of int, long and pointers: ILP32 for 32 bits, LP64 for 64"),
    "function": ("Function to start at", "called with any arguments (default main)"),
    "arrays": ("Sizes of arrays", "elements that parameters of that function point to: p:n, p:2*n+1, or p:text"),
    "null_pointers": ("Pointers may be null", "unless a contract says otherwise, with a function"),
    "arbitrary_globals": ("Any values in variables of the file", "when another function than main is started"),
    "checks": ("Checks beside the assertions", "none chosen: only assertions are checked"),
    "check_proof": ("Check the proof", "has two solvers check the certificate of a TRUE; the verdict stays"),
}
"""The title of each option, and a description if the command-line help refers to its own words."""

_STANDARDS = [f"{family}{year}" for family in ("c", "gnu") for year in ("90", "99", "11", "17")]


def _option(one: Field[Any]) -> Json:
    arguments: tuple[Argument, ...] = one.metadata["arguments"]
    default = one.default if one.default is not MISSING else list(strategies.default())
    title, description = _TITLES[one.name]
    schema: Json = {"title": title, "description": (description or arguments[0].help).format(default)}
    if one.name == "standard":
        schema["examples"] = _STANDARDS
    if default is not None:
        schema["default"] = options.json_value(default) if one.default is not MISSING else default
    return {**schema, **_kind(arguments, default)}


_NAMES: dict[object, list[str]] = {
    options.to_names: list(strategies.names()),
    options.to_kinds: ["all", *(kind.value for kind in CHECKS)],
}
"""The allowed names, by the function that parses an option."""


def _kind(arguments: tuple[Argument, ...], default: object) -> Json:
    first = arguments[0]
    if first.read is None and isinstance(default, bool):
        return {"type": "boolean"}
    if first.read is None or first.choices:
        values = first.choices or tuple(argument.value for argument in arguments)
        return {"enum": [options.json_value(value) for value in values]}
    if first.read in _NAMES:
        return {"type": "array", "items": {"enum": _NAMES[first.read]}}
    if first.repeated:
        return {"type": "array", "items": {"type": "string"}}
    if first.read is options.seconds:
        return {"type": "number"}
    return {"type": "integer" if isinstance(first.read, partial) else "string"}
