"""Print docs/messages.md: every message of veriabs by kind, from the source code, with the part that prints it.

`make man` writes the page anew; a test compares it with the code.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent / "veriabs"
HEAD = """# Messages

<!-- `make man` writes this page from the source code. -->

Every message that veriabs can print, by kind. Words in capitals stand for names, places and numbers of your program;
the second column names the command or the part of veriabs that prints the message.
"""
SECTIONS = {
    "Bad usage": ("UsageError", "ArgumentTypeError"),
    "Bad input": ("InputError", "NothingToShowError", "ValueError"),
    "Unsupported C": ("unsupported", "unsupported_at", "UnsupportedError", "refuse", "any_value", "note", "required"),
    "Missing or unusable programs": ("ToolError", "LostError", "ClusterLostError", "OutOfTimeError"),
    "Reasons of an open goal": ("Reason",),
    "Next steps": ("hint",),
    "Conditions of a verdict": ("VerdictCondition",),
    "Remarks on standard error": ("complain",),
    "Answers of the server": ("ProblemError", "invalid", "not_found"),
}
ABOUT = {
    "Bad usage": "The command line is wrong; exit code 64.",
    "Bad input": "A file, an option's value or a contract cannot be read; exit code 6.",
    "Unsupported C": "`FILE:LINE: not supported: ...`; the verdict is UNKNOWN, with exit code 5.",
    "Missing or unusable programs": "CBMC, gcc or a helping process is missing or failed; exit code 69, or UNKNOWN.",
    "Reasons of an open goal": "Why the verdict is UNKNOWN. Reasons of single strategies appear with `--explain` only.",
    "Next steps": "Behind `try:`.",
    "Conditions of a verdict": "Behind `TRUE if`.",
    "Remarks on standard error": "The command goes on, or has ended already.",
    "Answers of the server": "Problem details (RFC 9457) of `veriabs serve`.",
}
INTERNAL = (
    "batch/worker",
    "core/",
    "invariants/",
    "proofcheck/expressions",
    "service/worker",
    "solvers/command",
    "solvers/driver",
    "solvers/process",
    "terms/",
)
"""Modules whose ValueErrors report errors in veriabs itself."""
RETURNED = {
    "describe": "Reason",
    "hint_of": "hint",
    "_proof_help": "hint",
    "failure_text": "Reason",
    "__str__": "VerdictCondition",
}
RETURNING = ("report/", "core/conditions")
"""Functions in these modules that return messages, with their kind."""
AREAS = {
    "annotate/": "`veriabs annotate`",
    "batch/": "`veriabs batch`",
    "cli/": "command line",
    "client": "`--server`",
    "core/": "any analysis",
    "confine/": "confinement of compiled programs",
    "frontend/contract/": "contracts",
    "frontend/harness/": "checks of single functions",
    "frontend/slicing/": "`veriabs slice`",
    "frontend/": "C front end",
    "install/": "`veriabs setup`",
    "invariants/": "strategies",
    "loops/": "strategies",
    "proofcheck/": "certificates",
    "replay/": "counterexamples",
    "report/": "output files",
    "service/": "`veriabs serve`",
    "solvers/": "solvers",
    "strategies/": "strategies",
    "validation/": "translation validation",
    "verify/": "`veriabs verify`",
}
"""The part of veriabs that a folder of its source code belongs to."""


WORDS = {
    "what": "construct", "node": "code", "op": "operator", "strerror": "reason", "error": "reason", "where": "place",
    "coord": "place", "orig_exc": "reason", "schema_version": "number", "most_bytes": "number", "key": "name",
    "other": "name", "who": "code", "visible_pointers": "name",
    "later": "name", "shown": "name", "opop": "operator", "refused": "reason", "lost": "name",
    "element_limit": "number", "copy_limit": "number", "most_rounds": "number", "most_tokens": "number",
    "way": "member", "left": "name", "beware": "reason", "finished": "reason",
}  # fmt: skip
"""Plain words for names of expressions in the source code."""

PLACES = ("where", "place", "place_of")
"""Functions that compute a place in the program."""


class Message(NamedTuple):
    """A message in the source code: an expression in it is a tuple with its name."""

    kind: str
    area: str
    parts: tuple[str | tuple[str], ...]

    def shown(self) -> str:
        """The message with capitals for expressions."""
        named = (part if isinstance(part, str) else part[0].strip("_").lower() for part in self.parts)
        pairs = zip(self.parts, named, strict=True)
        text = "".join(one if isinstance(part, str) else f"\0{WORDS.get(one, one).upper()}" for part, one in pairs)
        return re.sub(r"(?<=[a-zA-Z])\0", " ", text).replace("\0", "")


def last_name(node: ast.expr) -> str:
    """The word that tells best what an expression is."""
    match node:
        case ast.Attribute(value=inner, attr="__name__"):
            return last_name(inner)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Attribute(value=inner, attr="lower" | "strip" | "rstrip" | "splitlines" | "split")):
            return last_name(inner)
        case ast.Call(func=ast.Name(id="len")):
            return "count"
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name.strip("_") in PLACES:
            return "place"
        case ast.Call(args=[inner, *_]) | ast.Subscript(value=inner) | ast.BinOp(left=inner):
            return last_name(inner)
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name
        case ast.IfExp(body=inner) | ast.GeneratorExp(elt=inner) | ast.Starred(value=inner):
            return last_name(inner)
        case _:
            return "text"


def parts_of(node: ast.expr) -> tuple[str | tuple[str], ...] | None:
    """The parts of a text, or None for an expression that is no text."""
    match node:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.JoinedStr(values=values):
            return tuple(
                str(one.value) if isinstance(one, ast.Constant) else (last_name(one.value),)  # type: ignore[attr-defined]
                for one in values
            )
        case _:
            return None


def texts_of(node: ast.expr) -> Iterator[tuple[str | tuple[str], ...]]:
    """The texts that an expression can be."""
    if isinstance(node, ast.IfExp):
        yield from texts_of(node.body)
        yield from texts_of(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from texts_of(value)
    elif (found := parts_of(node)) is not None and " " in "".join(one for one in found if isinstance(one, str)).strip():
        yield found


def area_of(name: str) -> str:
    """The part of veriabs that a file belongs to; empty if only other parts use it."""
    return next((area for folder, area in AREAS.items() if name.startswith(folder)), "")


def messages(path: Path) -> Iterator[Message]:
    """The messages of one module, in the order of its text."""
    name, tree = path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
    area = area_of(name)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in RETURNED and name.startswith(RETURNING):
            returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
            yield from (Message(RETURNED[node.name], area, text) for one in returned for text in texts_of(one))
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        kind = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if kind == "ValueError" and name.startswith(INTERNAL):
            continue
        texts = node.args
        if kind == "Reason":
            texts = node.args[1:2]
            hints = [*node.args[3:4], *(one.value for one in node.keywords if one.arg == "hint")]
            yield from (Message("hint", area, text) for hint in hints for text in texts_of(hint))
        if kind == "invalid":
            field = parts_of(node.args[0]) or (("field",),)
            yield from (Message(kind, area, (*field, ": ", *text)) for text in texts_of(node.args[1]))
        elif any(kind in kinds for kinds in SECTIONS.values()):
            yield from (Message(kind, area, text) for given in texts for text in texts_of(given))


def page() -> str:
    """The text of docs/messages.md."""
    found = [one for path in sorted(ROOT.rglob("*.py")) for one in messages(path)]
    lines = [HEAD]
    for section, kinds in SECTIONS.items():
        rows = {(one.shown(), one.area) for one in found if one.kind in kinds}
        lines += [f"## {section}", "", ABOUT[section], "", "| message | from |", "|---|---|"]
        lines += [f"| {' | '.join(cell(text) for text in row)} |" for row in sorted(rows)]
        lines.append("")
    return "\n".join(lines)


def cell(text: str) -> str:
    """The text for a cell of a table."""
    plain = " ".join(text.split())
    return plain if plain in AREAS.values() else re.sub(r"([|<>*_`\\\[\]])", r"\\\1", plain)


if __name__ == "__main__":
    sys.stdout.write(page())
