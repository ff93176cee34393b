"""Print docs/messages.md: every message that veriabs can show, with its occasion and an example, from the source code.

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

Every message that veriabs can print, by kind. Words in capitals stand for names, places and numbers of your program.
"""
SECTIONS = {
    "Bad usage": ("UsageError", "ArgumentTypeError"),
    "Bad input": ("InputError", "NothingToShowError", "ValueError"),
    "Unsupported C": ("unsupported", "unsupported_at", "UnsupportedError", "refuse", "any_value", "note", "required"),
    "Missing or unusable programs": ("ToolError", "LostError", "OutOfTimeError"),
    "Reasons of an open goal": ("Reason",),
    "Next steps": ("hint",),
    "Conditions of a verdict": ("Condition",),
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
    "core/",
    "invariants/",
    "proofcheck/words",
    "service/worker",
    "solvers/command",
    "solvers/process",
    "terms/",
)
"""Modules whose ValueErrors report errors in veriabs itself."""
RETURNED = {"why": "Reason", "hint_of": "hint", "_rule_out": "hint", "failure_text": "Reason"}
"""Functions that return messages, with their kind."""
SAMPLES = {
    "path": "sum.c", "file": "sum.c", "where": "sum.c:7", "place": "sum.c:7", "_place": "sum.c:7", "coord": "sum.c:7",
    "name": "f", "function": "f", "source": "p", "error": "Permission denied", "strerror": "Permission denied",
    "line": "7", "count": "3", "most": "100", "seconds": "60", "node": "f", "op": "+", "text": "n + 1", "word": "word",
    "folder": "build", "version": "6.6", "names": "f, g", "known": "f, g", "size": "n", "key": "p", "what": "the file",
    "labels": "sum.c:7", "ctype": "double", "record": "struct s", "tag": "s", "variable": "p", "storage": "a",
    "kind": "requires", "operator": "+", "entry": "lib.c", "called": "f", "json": "sum.json", "prog": "veriabs verify",
    "target": "report.html", "model": "ILP32", "low": "3", "least": "1", "purpose": "harness", "hint": "use --64",
    "user": "n", "element": "a[i]", "array": "a", "prefix": "/usr/bin/cbmc", "command": "cbmc", "document": "the file",
    "host": "0.0.0.0", "port": "8420", "framework": "pytest", "limit": "64", "detail": "line 7", "mend": "",
    "strategy": "shrinking", "goal": "line 7", "during": "", "beware": "Debian's packages may not run here",
    "db": "results.sqlite", "address": "tcp://node1:8786", "results": "results.sqlite", "server": "http://localhost",
}  # fmt: skip
"""Values for examples, by the last word of the expression in the message."""


PLACES = ("where", "place", "place_of")
"""Functions that compute a place in the program."""


class Message(NamedTuple):
    """A message as the code has it: its parts, in which an expression is a tuple with its name."""

    kind: str
    occasion: str
    parts: tuple[str | tuple[str], ...]

    def shown(self) -> str:
        """The message with capitals for expressions."""
        text = "".join(part if isinstance(part, str) else f"\0{part[0].strip('_').upper()}" for part in self.parts)
        return re.sub(r"(?<=[a-z])\0", " ", text).replace("\0", "")

    def example(self) -> str:
        """The message with sample values, if it has expressions."""
        if all(isinstance(part, str) for part in self.parts):
            return ""
        return "".join(part if isinstance(part, str) else SAMPLES.get(part[0], part[0]) for part in self.parts)


def last_name(node: ast.expr) -> str:
    """The word that tells best what an expression is."""
    match node:
        case ast.Attribute(value=inner, attr="__name__"):
            return last_name(inner)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
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


def sentence_of(tree: ast.Module) -> str:
    """The first sentence of a module's docstring."""
    text = " ".join((ast.get_docstring(tree) or "").split())
    return re.split(r"(?<=[.;:]) |\.$", text)[0].rstrip(".;:")


def messages(path: Path) -> Iterator[Message]:
    """The messages of one module, in the order of its text."""
    name, tree = path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
    occasion = sentence_of(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in RETURNED and name.startswith("report/"):
            returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
            yield from (Message(RETURNED[node.name], occasion, text) for one in returned for text in texts_of(one))
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        kind = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        if kind == "ValueError" and name.startswith(INTERNAL):
            continue
        for one in node.keywords:
            if one.arg == "hint":
                yield from (Message("hint", occasion, text) for text in texts_of(one.value))
        if any(kind in kinds for kinds in SECTIONS.values()):
            yield from (Message(kind, occasion, text) for given in node.args for text in texts_of(given))


def page() -> str:
    """The text of docs/messages.md."""
    found = [one for path in sorted(ROOT.rglob("*.py")) for one in messages(path)]
    lines = [HEAD]
    for section, kinds in SECTIONS.items():
        rows = {(one.shown(), one.occasion, one.example()): None for one in found if one.kind in kinds}
        lines += [f"## {section}", "", ABOUT[section], "", "| message | when | example |", "|---|---|---|"]
        lines += [f"| {' | '.join(cell(text) for text in row)} |" for row in sorted(rows)]
        lines.append("")
    return "\n".join(lines)


def cell(text: str) -> str:
    """The text for a cell of a table."""
    plain = " ".join(text.split())
    return re.sub(r"([|<>*_`\\\[\]])", r"\\\1", plain)


if __name__ == "__main__":
    sys.stdout.write(page())
