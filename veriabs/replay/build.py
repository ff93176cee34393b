"""Compiles replay programs with gcc for the task's data model, plain or with sanitizers."""

from __future__ import annotations

import threading
from pathlib import Path

from veriabs.confine.door import refusal, run_compiler
from veriabs.core.counterexample import Instrumented, SiteKind
from veriabs.core.source import DataModel
from veriabs.core.types import FloatType

SECONDS = 60.0
_COMMON = (
    *("-std=gnu11", "-fno-strict-aliasing", "-fno-stack-protector", "-fno-tree-loop-distribute-patterns"),
    # The program may define a function of its own by a name from the C library.
    "-fno-builtin",
    # No library calls one of its functions, such as the one that could switch off what sanitizers check.
    "-fvisibility=hidden",
)
# A system without 32-bit libraries can still link what needs none; the x87 would compute with more digits than CBMC.
_FREESTANDING = ("-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie", "-msse2", "-mfpmath=sse")
_CHECKED = (
    *("-g", "-fno-sanitize-recover=all", "-DVERIABS_SANITISED=1"),
    "-fsanitize=bounds-strict,object-size,null,vla-bound,alignment,bool,pointer-overflow",
    "-fsanitize=integer-divide-by-zero,shift-exponent,float-cast-overflow,unreachable",
    # Pointers to different objects have no distance and no order.
    "-fsanitize=pointer-compare,pointer-subtract",
    # Side effects that C does not order, and functions that may end without the value they promise: gcc only warns.
    *("-Wsequence-point", "-Wreturn-type"),
    # Else an overflow or an access whose result nothing uses is gone before its check is put in.
    *("-fno-tree-dce", "-fno-tree-dse", "-fno-tree-ccp"),
)
_CHECKED_32 = (
    "-fsanitize=kernel-address",
    "-fasan-shadow-offset=536870912",
    *("--param", "asan-stack=1", "--param", "asan-globals=1", "--param", "asan-instrument-allocas=1"),
    *("--param", "asan-instrumentation-with-call-threshold=0"),
    # Far enough from the shadow memory for globals of any size.
    "-Wl,-Ttext-segment=0x40000000",
)
_OWN_CALLS = frozenset(
    (
        *("write", "mmap", "_exit"),
        # What every program refers to, for its start and its end.
        *("__libc_start_main", "__cxa_finalize", "__gmon_start__"),
        *("_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable"),
        # What gcc makes of loops, initialisers and other calls.
        *("malloc", "memset", "memcpy", "memmove", "memcmp", "strlen", "puts", "putchar"),
    )
)
CONSTANT_OVERFLOW = "integer overflow in expression"
"""How gcc warns of a constant expression that overflows."""

UNCHECKED = ("[-Wsequence-point]", "[-Wreturn-type]")
"""How gcc warns of undefined behaviour that no sanitizer looks for."""


def command(
    source: str,
    program: str,
    data_model: DataModel,
    *,
    checked: bool = False,
    wraps: bool = False,
    quick: bool = False,
) -> tuple[str, ...]:
    """The command line of gcc; `checked` stops a run at its first undefined behaviour, `wraps` lets overflows pass.

    The plain build has signed arithmetic wrap, so that what the compiler makes of the program does not depend on it.
    A `quick` build is made faster, and is slower.
    """
    options = list(_COMMON)
    match data_model:
        case DataModel.ILP32:
            options += [*_FREESTANDING, *(_CHECKED_32 if checked else ())]
        case DataModel.LP64:
            options += ["-fsanitize=address"] if checked else []
    options += _CHECKED if checked else ()
    # What overflows in a constant expression is told by a warning only: no code is left that could be checked.
    options += ["-fsanitize=signed-integer-overflow,shift"] if checked and not wraps else ["-fwrapv"]
    options += [] if checked else ["-w"]
    return ("gcc", "-O0" if quick else "-O1", *options, source, "-o", program)


def runtime(data_model: DataModel) -> str:
    """The template that a replay program reaches the system through."""
    match data_model:
        case DataModel.ILP32:
            return "replay/freestanding.c.j2"
        case DataModel.LP64:
            return "replay/hosted.c.j2"


def compile_text(
    text: str,
    name: str,
    subject: Instrumented,
    folder: Path,
    seconds: float,
    stop: threading.Event | None,
    *,
    checked: bool = False,
    wraps: bool = False,
    quick: bool = False,
) -> tuple[Path | None, str]:
    """The program that gcc made of the text, or None and what gcc said.

    With a checked program, what it warned of instead of checking it: constants that overflow unless that `wraps`, side
    effects that C does not order, and functions that may end without a value.
    """
    refused = refusal()
    if refused:
        return None, refused
    name = f"{name}-checked" if checked else name
    source, program = folder / f"{name}.c", folder / name
    source.write_text(text, encoding="utf-8", errors="surrogateescape")
    model = subject.task.data_model
    called = command(source.name, program.name, model, checked=checked, wraps=wraps, quick=quick)
    finished = run_compiler(called, seconds=min(SECONDS, seconds), writes=folder, stop=stop)
    lines = finished.stderr.splitlines()
    if finished.exit_code == 0 and program.is_file():
        foreign = () if checked else _foreign(program, subject)
        if foreign:
            return None, f"calls {', '.join(foreign)}"
        told = UNCHECKED if wraps else (*UNCHECKED, CONSTANT_OVERFLOW)
        return program, next((line for warning in told for line in lines if warning in line), "")
    complaint = next((line for line in lines if "error" in line or "undefined" in line), "")
    return None, complaint or "gcc was stopped"


def _foreign(program: Path, subject: Instrumented) -> tuple[str, ...]:
    """What the program would use of the system besides the known library functions, by whatever way."""
    listed = run_compiler(("nm", "-D", str(program)), seconds=SECONDS, reads=[program])
    words = [line.split()[-2:] for line in listed.stdout.splitlines() if line.strip()]
    # Variables of a library are copied, which makes them defined, but by a version of that library.
    names = {name.partition("@")[0] for kind, name in words if kind in "Uw" or "@" in name}
    return tuple(sorted(names - subject.library - _OWN_CALLS))


def needs(subject: Instrumented) -> frozenset[str]:
    """The parts of the runtime that a program uses."""
    kinds = {site.kind for site in subject.sites}
    found = {"double"} if any(isinstance(site.type, FloatType) for site in subject.sites) else set()
    if SiteKind.MEMORY in kinds:
        found |= {"memory", "fill"}
    return frozenset(found | ({"fill"} if SiteKind.VARIABLE in kinds else set()))
