"""Answer CBMC's questions to the compiler from a cache.

At each start CBMC asks gcc twice for its version and language standards, even for preprocessed programs; that takes
longer than many a proof. A small script named gcc, first on CBMC's path, gives the cached answers of this machine's gcc
and passes all other calls on to it.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
from pathlib import Path

from veriabs.core.errors import ToolError
from veriabs.solvers import process
from veriabs.solvers.answer_cache import fingerprint, recall, remember

_SECONDS = 20.0
_VERSION = """\
#if defined(__clang_major__)
clang __clang_major__ __clang_minor__ __clang_patchlevel__
#elif defined(__BCC__)
bcc 0 0 0
#else
gcc __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__
#endif
default_c_standard __STDC_VERSION__
"""
_QUESTIONS = {"-E - -o -": _VERSION, "-E -x c++ - -o -": "default_cxx_standard __cplusplus\n"}
_ANSWER = re.compile(r"(?:(?:gcc|clang) \d+ \d+ \d+\ndefault_c_standard|default_cxx_standard) \d+L")
_SCRIPT = """\
#!/bin/sh
case "$*" in
{known}
*) exec {gcc} "$@" ;;
esac
asked=
while IFS= read -r line; do asked="$asked$line
"; done
test "$asked" = "$question" && {{ printf '%s\\n' "$answer"; exit; }}
printf '%s' "$asked" | {gcc} "$@"
"""


def make_gcc_wrapper(folder: Path) -> Path | None:
    """Create the script in a new folder below `folder`, and return that; None if gcc answers unexpectedly."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    known = []
    for words, question in _QUESTIONS.items():
        answer = _answer(gcc, words, question)
        if not answer:
            return None
        known.append(f'"{words}") question={shlex.quote(question)} answer={shlex.quote(answer)} ;;')
    room = folder / "compiler"
    room.mkdir()
    script = room / "gcc"
    script.write_text(_SCRIPT.format(known="\n".join(known), gcc=shlex.quote(gcc)), encoding="utf-8")
    script.chmod(0o700)
    return room


def _answer(gcc: str, words: str, question: str) -> str:
    """gcc's answer without comments, or an empty string if it has an unexpected form."""
    key = fingerprint((gcc, words, question))
    cached = recall(key)
    if _ANSWER.fullmatch(cached):
        return cached
    cached = _ask_gcc(gcc, words, question)
    if not _ANSWER.fullmatch(cached):
        return ""
    remember(key, cached)
    return cached


def _ask_gcc(gcc: str, words: str, question: str) -> str:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="veriabs-") as file:
        file.write(question)
        file.flush()
        try:
            finished = process.run((gcc, *words.split()), seconds=_SECONDS, stdin=Path(file.name))
        except ToolError:
            return ""
    lines = (line.strip() for line in finished.stdout.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("#"))
