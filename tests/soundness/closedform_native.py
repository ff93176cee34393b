"""Native runs of many small programs in one process each: which assertions fail, and at which sizes.

The runs do not use veriabs, so their results rest on gcc alone. The programs of a batch become one unit of
translation; gcc's checks for overflow and bounds call back into the runtime, which ends that run. A run that overflows
a signed integer ends there unless signed arithmetic is to wrap; a run that leaves an array is reported by itself.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RUNTIME = Path(__file__).with_name("closedform_runtime.c")
CHECKS = "-fsanitize=bounds,integer-divide-by-zero,shift-exponent,vla-bound"
FLAGS = ("-std=gnu11", "-w", "-O0", "-no-pie", "-fno-builtin", "-fno-stack-protector")
OUTSIDE = -1
"""The number of an access out of bounds among the checks of a program; its own assertions have 0."""

_REACH = re.compile(r"void reach_error\((?:void)?\) \{.*\}")
_WORD = re.compile(r"[A-Za-z_]\w*")
_FILE_SCOPE = re.compile(r"^[A-Za-z_].*$", re.MULTILINE)
_TYPES = ("bool", "char", "double", "enum", "float", "int", "long", "short", "signed", "size_t", "struct", "union")
_TYPES += ("unsigned", "void", "_Bool", "const", "extern", "inline", "static", "typedef", "volatile", "register")
_CALLED = ("abort", "alloca", "assert", "calloc", "exit", "free", "main", "malloc", "memcpy", "memset", "sizeof")
_WORDS = ("return", "if", "else", "for", "while", "do", "break", "continue", "N", "NULL", "false", "true")
_KEPT = frozenset((*_TYPES, *_CALLED, *_WORDS))


@dataclass
class Seen:
    """The results of the runs of one program; `failed` maps a check to the smallest first input that made it fail."""

    ended: int = 0
    passed: dict[int, int] = field(default_factory=dict)
    failed: dict[int, int] = field(default_factory=dict)
    values: list[tuple[int, str, int]] = field(default_factory=list)
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Native:
    """Compiles and runs in a separate folder; `wraps` says that signed arithmetic does."""

    folder: Path
    wraps: bool
    sizes: int = 10
    runs: int = 300

    def run(self, texts: Sequence[str], seconds: float = 900.0) -> list[Seen]:
        """The results of each program; those of a program that does not compile are empty."""
        program = self._build(texts)
        if program is not None:
            return self._run(program, len(texts), seconds)
        if len(texts) == 1:
            return [Seen()]
        return [self.run([text], seconds)[0] for text in texts]

    def _build(self, texts: Sequence[str]) -> Path | None:
        kind = "wraps" if self.wraps else "undefined"
        source, program, runtime = (self.folder / f"{kind}{end}" for end in (".c", "", ".o"))
        source.write_text(unit(texts), encoding="utf-8")
        if not runtime.exists() and not _gcc("-O1", "-c", RUNTIME, "-o", runtime):
            return None
        overflow = ("-fwrapv",) if self.wraps else ("-fsanitize=signed-integer-overflow",)
        made = source.with_suffix(".unit.o")
        if not _gcc(CHECKS, *overflow, "-c", source, "-o", made):
            return None
        return program if _gcc(made, runtime, "-o", program) else None

    def _run(self, program: Path, count: int, seconds: float) -> list[Seen]:
        call = [str(program), str(self.sizes), str(self.runs)]
        try:
            found = subprocess.run(call, capture_output=True, timeout=seconds, check=False).stdout
        except subprocess.TimeoutExpired as late:
            found = late.stdout or b""
        seen = [Seen() for _ in range(count)]
        for line in found.decode(errors="replace").splitlines():
            _understand(line.split(), seen)
        return seen


def _gcc(*arguments: object) -> bool:
    call = ["gcc", *FLAGS, *map(str, arguments)]
    return subprocess.run(call, capture_output=True, timeout=600, check=False).returncode == 0


def _understand(words: list[str], seen: list[Seen]) -> None:
    match words:
        case ["passed", number, check, times]:
            seen[int(number)].passed[int(check)] = int(times)
        case ["failed", number, check, size]:
            seen[int(number)].failed[int(check)] = int(size)
        case ["value", number, size, name, value]:
            seen[int(number)].values.append((int(size), name, int(value)))
        case ["ended", number, times]:
            seen[int(number)].ended = int(times)
            seen[int(number)].complete = True
        case _:
            pass


def unit(texts: Iterable[str]) -> str:
    """One translation unit of several programs; what stands at file scope gets a name of its own in each."""
    parts, entries = [_HEAD], []
    for number, text in enumerate(texts):
        names = sorted(_names(text))
        parts += [f"#define {name} p{number}_{name}" for name in names]
        parts += [f"#define main p{number}_main"]
        parts += [_REACH.sub("void reach_error() { fuzz_reached(); }", _without_includes(text))]
        parts += [f"#undef {name}" for name in (*names, "main", "N")]
        entries.append(f"(void (*)(void))p{number}_main")
    parts.append(f"void (*fuzz_programs[])(void) = {{{', '.join(entries)}, 0}};")
    return "\n".join(parts) + "\n"


def _names(text: str) -> set[str]:
    lines = (line for line in _FILE_SCOPE.findall(text) if not line.startswith("extern"))
    words = {word for line in lines for word in _WORD.findall(re.sub(r'"[^"]*"|\{.*', "", line))}
    return {word for word in words - _KEPT if not word.startswith(("__", "fuzz_")) or word == "__VERIFIER_assert"}


def _without_includes(text: str) -> str:
    return re.sub(r"^#include.*$|^extern\b[^;]*;|^typedef __SIZE_TYPE__.*$", "", text, flags=re.MULTILINE)


_HEAD = """#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <setjmp.h>
extern void fuzz_reached(void), fuzz_blocked(void);
extern void *fuzz_malloc(size_t size), *fuzz_calloc(size_t count, size_t size);
extern unsigned long long fuzz_nondet(void);
extern void fuzz_begin(int check), fuzz_end(int check), fuzz_value(const char *name, long long value);
extern jmp_buf fuzz_here;
#define abort fuzz_blocked
#define exit(code) fuzz_blocked()
#define malloc fuzz_malloc
#define calloc fuzz_calloc
#define free(block) ((void)(block))
#define assert(condition) ((condition) ? (void)0 : fuzz_blocked())
#define __VERIFIER_nondet_int() ((int)fuzz_nondet())
#define __VERIFIER_nondet_uint() ((unsigned int)fuzz_nondet())
#define __VERIFIER_nondet_char() ((char)fuzz_nondet())
#define __VERIFIER_nondet_uchar() ((unsigned char)fuzz_nondet())
#define __VERIFIER_nondet_short() ((short)fuzz_nondet())
#define __VERIFIER_nondet_ushort() ((unsigned short)fuzz_nondet())
#define __VERIFIER_nondet_long() ((long)fuzz_nondet())
#define __VERIFIER_nondet_ulong() ((unsigned long)fuzz_nondet())
#define __VERIFIER_nondet_longlong() ((long long)fuzz_nondet())
#define __VERIFIER_nondet_ulonglong() ((unsigned long long)fuzz_nondet())
#define __VERIFIER_nondet_bool() ((_Bool)(fuzz_nondet() & 1))
#define __VERIFIER_nondet__Bool() ((_Bool)(fuzz_nondet() & 1))
#define __VERIFIER_nondet_unsigned_int() ((unsigned int)fuzz_nondet())
"""
