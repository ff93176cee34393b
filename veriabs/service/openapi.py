"""The API as OpenAPI 3.1: `openapi.yaml` has one entry for each route, with examples; options come from `Options`."""

from __future__ import annotations

from dataclasses import MISSING, Field
from functools import cache, partial
from pathlib import Path
from typing import Any

from veriabs import __version__, strategies
from veriabs.core.goals import CHECKS
from veriabs.verify import options
from veriabs.verify.options import Argument

Json = dict[str, Any]


@cache
def document() -> Json:
    """The complete description."""
    import yaml  # imported late: only clients that ask for the description need it

    found: Json = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    found["info"]["version"] = __version__
    chosen = {"type": "object", "properties": _options(), "additionalProperties": False}
    found["components"]["schemas"]["Options"] = chosen
    return found


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
