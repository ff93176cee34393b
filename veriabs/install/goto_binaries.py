"""Convert programs compiled by `goto-cc` to C with CBMC's `goto-instrument --dump-c`.

Some names in its output are not valid C and are replaced. The file is stored in the user's cache, so that the user can
look up the places in a verdict.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from veriabs import __version__
from veriabs.core.errors import InputError, ToolError
from veriabs.core.folders import cache_folder
from veriabs.install import provision
from veriabs.solvers.answer_cache import write_whole

TOOL = "goto-instrument"

_SECONDS = 120.0
_TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_$][\w$]*""", re.DOTALL)
_START = re.compile(r"^// __CPROVER__start\n.*?^}", re.DOTALL | re.MULTILINE)
"""The function that `goto-cc --function f` adds: it gives f arbitrary arguments."""
_BESIDE_THE_CALL = re.compile(r"^ *(__CPROVER_initialize\(\)|INPUT\(.*\));\n", re.MULTILINE)
"""Its statements without a meaning in C, which initializes variables itself."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LOST = re.compile(r"\b(?:__builtin_(?:popcount|clz|ctz|ffs)\(|(?:overflow|irep)\(\")")
"""Operations that the tool writes without the width of their operands, or not as C."""
_FILE_LOCAL = (b"__CPROVER_file_local_", b"__cprover_file_local_")
"""The prefix that `goto-cc --export-file-local-symbols` gives to functions; the tool omits names with CBMC's prefix."""
_NONDET = re.compile(r"\bnondet_(\w+)(?=\(\))")
_WORDS = frozenset(("signed", "unsigned", "char", "short", "int", "long", "float", "double"))
_TRUTH = "__CPROVER_bool"


def to_c_file(path: Path) -> Path:
    """The C file for a goto binary; raises ToolError without the tool, InputError if it fails."""
    binary = path.read_bytes()
    digest = hashlib.sha256(binary + __version__.encode()).hexdigest()
    folder = cache_folder() / "goto-binaries" / digest[:16]
    target = folder / f"{path.stem}.c"
    if not target.is_file():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=folder) as name:
            written = Path(name, "dumped.c")
            renamed = Path(name, path.name)
            renamed.write_bytes(binary.replace(*_FILE_LOCAL))
            _dumped(path, renamed, written)
            text = portable_c(written.read_text(encoding="utf-8", errors="replace"))
            if lost := _LOST.search(_COMMENT.sub("", text)):
                name = lost[0].split("(")[0]
                raise InputError(f"{path}: {TOOL} writes {name} as other C; verify the program's C files instead")
            write_whole(target, text)
    return target


def _dumped(path: Path, renamed: Path, target: Path) -> None:
    tool = _tool()
    command = [*tool, "--dump-c", "--no-system-headers", str(renamed), str(target)]
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolError(f"{path}: {TOOL} cannot read it ({error})") from error
    if done.returncode or not target.is_file():
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        if any("invariant violation" in line for line in lines):
            raise InputError(f"{path}: {TOOL} crashes when it writes this program as C; verify its C files instead")
        raise InputError(f"{path}: {TOOL} cannot write it as C: {lines[-1] if lines else 'no message'}")


def _tool() -> tuple[str, ...]:
    """`goto-instrument` beside the used CBMC, or on PATH."""
    command = provision.find() or ()
    beside = Path(command[0]).with_name(TOOL) if command else None
    found = str(beside) if beside is not None and os.access(beside, os.X_OK) else shutil.which(TOOL)
    if found is None:
        where = "neither beside CBMC nor on PATH; veriabs setup brings both where there is no CBMC yet"
        raise ToolError(f"{TOOL}, which writes goto binaries as C, is {where}")
    return (found,)


def portable_c(text: str) -> str:
    """The text with names that every C compiler accepts, and with declarations of functions for arbitrary values."""
    text = _START.sub(lambda found: _BESIDE_THE_CALL.sub("", found[0]), text)
    text = text.replace("\ntypedef static ", "\ntypedef ")
    names = {token for token in _TOKEN.findall(text) if token[0].isalpha() or token[0] in "_$"}
    new, taken = {_TRUTH: "_Bool"}, {name for name in names if "$" not in name}
    for name in sorted(name for name in names if "$" in name):
        other = name.replace("$", "_")
        while other in taken:
            other += "_"
        taken.add(other)
        new[name] = other
    renamed = _TOKEN.sub(lambda found: new.get(found[0], found[0]), text)
    return "".join(f"extern {ctype} nondet_{suffix}(void);\n" for suffix, ctype in sorted(_inputs(renamed))) + renamed


def _inputs(text: str) -> Iterator[tuple[str, str]]:
    """The functions for arbitrary values, by the end of their names, with their types."""
    for suffix in dict.fromkeys(_NONDET.findall(text)):
        words = suffix.split("_")
        if suffix == _TRUTH or suffix == "_Bool":
            yield suffix, "_Bool"
        elif _WORDS.issuperset(words):
            yield suffix, " ".join(words)
