"""List the programs of a folder, and the expectation that each known suite states for its programs.

- CBMC, ESBMC, 2LS (a `test.desc` in each folder): its first C file, with the options `-D` and `-I` that it names.
- c-testsuite (`NAME.c.expected` beside the program): what `main` returns is an assertion.
- gcc.c-torture/execute (calls of `abort`, no assertion): they are errors, the conditions in front of them assertions.
- Csmith (`#include "csmith.h"`): its checksum is an assertion about the value that the reference computes.
- Anything else is offered as it is; without an assertion, what `main` returns is one.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CSMITH = Path(os.environ.get("CSMITH_INCLUDE", "/usr/include/csmith"))
"""Where safe_math.h lies."""

ESBMC = (
    *("__ESBMC_assert=__CPROVER_assert", "__ESBMC_assume=__CPROVER_assume"),
    *(f"__ESBMC_{word}(...)=" for word in ("requires", "ensures", "assigns", "loop_invariant", "loop_assigns")),
)
"""ESBMC's names; its contracts say nothing where it is not asked to look at them."""

_ASSERTS = re.compile(r"\b(?:assert|__VERIFIER_\w+|__ESBMC_\w+|__CPROVER_\w+|reach_error|ERROR|nondet_\w+)\b")
_ABORT = re.compile(r"\b(?:__builtin_)?abort\s*\(\s*\)")
_IF = re.compile(r"\bif\s*\(")
_MAIN = re.compile(r"^(?:int[ \t\n]+)?main[ \t]*\([ \t]*(?:void)?[ \t]*\)", re.MULTILINE)
_RETURNS = re.compile(r"\breturn\b[^;]*;\s*}\s*$")
_HEAD = "extern void __VERIFIER_assert(int); extern void reach_error(void);\n"


@dataclass(frozen=True, slots=True)
class Offer:
    """One program of a suite, for the front end and for the reference; `checksum` is still unknown."""

    name: str
    path: Path
    text: str
    defines: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()
    checksum: bool = False


def programs(folder: Path) -> Iterator[Offer]:
    """Every program of the folder, in order; what a `test.desc` does not name is not offered beside one."""
    described = {desc.parent for desc in folder.rglob("test.desc")}
    for desc in sorted(folder.rglob("test.desc")):
        offer = _described(folder, desc)
        if offer is not None:
            yield offer
    for path in sorted(folder.rglob("*.c")):
        if path.parent not in described:
            yield _single(folder, path)


def _described(folder: Path, desc: Path) -> Offer | None:
    """The program of a test description: kind, file, options, and what the output has to say."""
    lines = desc.read_text(encoding="utf-8", errors="replace").splitlines()
    if len(lines) < 3 or not lines[1].strip().endswith((".c", ".i")):
        return None
    path = desc.parent / lines[1].split()[0]
    if not path.is_file():
        return None
    try:
        words = shlex.split(lines[2])
    except ValueError:
        words = lines[2].split()
    defines = tuple(_values(words, "-D"))
    includes = tuple(desc.parent / value for value in _values(words, "-I"))
    return Offer(str(path.relative_to(folder)), path, _read(path), (*ESBMC, *defines), (path.parent, *includes))


def _values(words: list[str], option: str) -> Iterator[str]:
    for position, word in enumerate(words):
        if word == option and position + 1 < len(words):
            yield words[position + 1]
        elif word.startswith(option) and word != option:
            yield word.removeprefix(option)


def _single(folder: Path, path: Path) -> Offer:
    text, name = _read(path), str(path.relative_to(folder))
    includes = (path.parent,)
    if '#include "csmith.h"' in text:
        return Offer(name, path, _generated(text), includes=(Path(__file__).parent / "csmith",), checksum=True)
    if Path(f"{path}.expected").is_file():
        return Offer(name, path, _returning(text), includes=includes)
    if _ABORT.search(text) and not _ASSERTS.search(text):
        return Offer(name, path, _aborting(text), includes=includes)
    return Offer(name, path, text if _ASSERTS.search(text) else _returning(text), includes=includes)


def _read(path: Path) -> str:
    return path.read_text(encoding="latin-1")


def _generated(text: str) -> str:
    """The program of Csmith with those functions of its `safe_math.h` that it calls."""
    used = set(re.findall(r"\bsafe_(\w+)", text))
    functions = re.findall(r"^STATIC \w+\s+FUNC_NAME\(.*?^}$", _read(CSMITH / "safe_math.h"), re.MULTILINE | re.DOTALL)
    kept = {name: part for part in reversed(functions) if (name := part.split("(", 2)[1].split(")")[0]) in used}
    head, mark, rest = text.partition('#include "csmith.h"')
    return "\n".join((head + mark, *kept.values(), rest))


def _returning(text: str) -> str:
    """The program whose `main`, if it takes no arguments and returns something, has to return 0."""
    if len(_MAIN.findall(text)) != 1 or not _RETURNS.search(text):
        return text
    rest = "\nint main(void) { int result = program_main(); __VERIFIER_assert(result == 0); return 0; }\n"
    head = _HEAD.strip() + "\n# 1\n"
    return head + _MAIN.sub("int program_main(void)", text) + rest


def _aborting(text: str) -> str:
    """The program in which each `if (C) abort();` is an assertion, and each other `abort()` an error."""
    return _HEAD.strip() + "\n# 1\n" + _ABORT.sub("reach_error()", _asserting(text))


def _asserting(text: str) -> str:
    result, position = [], 0
    while found := _IF.search(text, position):
        end = _closing(text, found.end() - 1)
        body = re.compile(r"\s*(?:abort|__builtin_abort)\s*\(\s*\)\s*;(?!\s*else\b)").match(text, end)
        block = re.compile(r"\s*\{\s*(?:abort|__builtin_abort)\s*\(\s*\)\s*;\s*\}(?!\s*else\b)").match(text, end)
        taken = body or block
        if taken is None or "#" in text[found.start() : taken.end()]:
            result.append(text[position : found.end()])
            position = found.end()
            continue
        result.append(text[position : found.start()])
        lines = "\n" * text.count("\n", end, taken.end())
        result.append(f"__VERIFIER_assert(!({text[found.end() : end - 1]}));{lines}")
        position = taken.end()
    return "".join(result) + text[position:]


def _closing(text: str, position: int) -> int:
    """The position behind the parenthesis that closes the one at `position`; texts in quotes count as nothing."""
    depth = 0
    for piece in re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()]").finditer(text, position):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if depth == 0:
            return piece.end()
    return len(text)
