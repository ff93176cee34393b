"""Compile replay programs with gcc for the task's data model, plain or with sanitizers."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from veriabs.confine.sandbox import refusal, run_compiler
from veriabs.core.counterexample import SORTING, InstrumentedProgram, SiteKind
from veriabs.core.source import DataModel
from veriabs.core.types import FloatType

SECONDS = 60.0
RUNTIME = "veriabs"
"""The file name of the runtime's code, for gcc."""

_COMMON = (
    *("-std=gnu11", "-fno-strict-aliasing", "-fno-stack-protector", "-fno-tree-loop-distribute-patterns"),
    "-fno-stack-clash-protection",  # it touches every page of a large local array
    # The program may define a function with a name of the C library.
    "-fno-builtin",
    # No library may call a function of the program, such as one that disables sanitizers.
    "-fvisibility=hidden",
)
# Systems without 32-bit libraries can link freestanding programs; the x87 would compute with other precision than CBMC.
_FREESTANDING = ("-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie", "-msse2", "-mfpmath=sse")
# Otherwise gcc removes an overflow or access with an unused result, or a call of a pure function, before it inserts the
# check.
_KEPT = ("-fno-tree-dce", "-fno-tree-dse", "-fno-tree-ccp", "-fno-tree-sink", "-fno-ipa-pure-const")
_CHECKED = (
    *("-g1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all", "-DVERIABS_SANITISED=1"),
    "-fsanitize=bounds-strict,vla-bound,bool,integer-divide-by-zero,shift-exponent,float-cast-overflow,unreachable",
    # gcc only warns about unordered side effects and incompatible function pointers.
    *("-Wsequence-point", "-Wincompatible-pointer-types"),
    *_KEPT,
)
# Checks of pointers.
_POINTED = (
    "-fsanitize=object-size,null,alignment,pointer-overflow",
    # Comparing or subtracting pointers to different objects is undefined.
    "-fsanitize=pointer-compare,pointer-subtract",
)
# The runtime checks the most frequent pointer pairs itself and passes the others on.
_PAIRED = ("-fsanitize=address", "-Wl,--wrap=__sanitizer_ptr_cmp,--wrap=__sanitizer_ptr_sub")
# An invalid address is reported as misaligned first, so the run has to continue after that.
_GOES_ON = {DataModel.LP64: ("-fsanitize-recover=alignment",), DataModel.ILP32: ()}
_REPORTED = (
    *("-g1", "-fsanitize=bounds-strict,integer-divide-by-zero,object-size", "-fsanitize-recover=all"),
    *_KEPT,
)
# Functions of the program's own runtime check accesses.
_SHADOWED = (
    *("-fsanitize=kernel-address", "-fsanitize-address-use-after-scope"),
    *("--param", "asan-stack=1", "--param", "asan-globals=1", "--param", "asan-instrument-allocas=1"),
    *("--param", "asan-instrumentation-with-call-threshold=0"),
)
# Far from the shadow memory in 32 bits, to leave room for globals of any size.
_SHADOW = {
    DataModel.LP64: ("-fasan-shadow-offset=2147450880",),
    DataModel.ILP32: ("-fasan-shadow-offset=536870912", "-Wl,-Ttext-segment=0x40000000"),
}
_OWN_CALLS = frozenset(
    (
        *("write", "mmap", "_exit", "sigaction"),
        # Symbols that every program needs to start and end.
        *("__libc_start_main", "__cxa_finalize", "__gmon_start__"),
        *("_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable"),
        # Functions that gcc inserts for loops, initialisers and other calls.
        *("malloc", "calloc", "memset", "memcpy", "memmove", "memcmp", "strlen", "puts", "putchar"),
        "stdin",  # the input of the program; the library functions do not access it
    )
)
_SYMBOL = re.compile(r"^ *\d+: .* (UND|ABS|\d+) ([^\s@]+)(@?).*$", re.MULTILINE)
_EARLY = ("(PREINIT_ARRAY)", "_IRELATI")
"""Signs of functions that the loader calls before `main`, when a server still has its rights."""

_LISTED = 'program=$1; shift; "$@" && exec readelf -W --dynamic --relocs --dyn-syms "$program"'
"""Let the shell compile, then list the program's dynamic symbols; a program without that list is rejected."""

CONSTANT_OVERFLOW = "integer overflow in expression"
"""gcc's warning about a constant expression that overflows."""

UNCHECKED = ("[-Wsequence-point]", "[-Wincompatible-pointer-types]")
"""gcc's warnings about undefined behaviour that no sanitizer detects."""


def command(
    source: str,
    program: str,
    data_model: DataModel,
    *,
    checked: bool = False,
    wraps: bool = False,
    quick: bool = False,
    thorough: bool = False,
    serves: bool = False,
    reports: bool = False,
    indexed: bool = False,
) -> tuple[str, ...]:
    """The command line of gcc; `checked` stops at the first undefined behaviour, `wraps` allows overflows.

    - The plain build lets signed arithmetic wrap, so the compiler does not exploit overflow.
    - `quick` compiles fast and runs slowly; `thorough` is the opposite.
    - `serves`: the text begins with `replay/server.c.j2`. `reports`: it calls its own functions at undefined
      operations.
    - `indexed`: the program has no pointers, so only an index can be wrong (`frontend.instrument.subscripts`).
    """
    options, pointed = list(_COMMON), checked and not indexed
    match data_model:
        case DataModel.ILP32:
            options += [*_FREESTANDING, *((*_SHADOWED, *_SHADOW[data_model]) if checked else ())]
        case DataModel.LP64:
            options += _PAIRED if pointed else ()
    options += [*(_CHECKED if checked else ()), *((*_POINTED, *_GOES_ON[data_model]) if pointed else ())]
    # gcc only warns about overflow in a constant expression, for which it generates no code to check.
    overflows = (checked or reports) and not wraps
    options += ["-fsanitize=signed-integer-overflow,shift"] if overflows else ["-fwrapv"]
    options += [*_REPORTED, *_SHADOWED, *_SHADOW[data_model]] if reports else []
    # The program defines the functions that it calls, and the sanitizer library would bring others.
    options += ["-nodefaultlibs"] if (bare := reports and data_model is DataModel.LP64) else []
    options += [] if checked else ["-w"]
    options += ["-Wl,-e,veriabs_entry", "-fno-asynchronous-unwind-tables"] if serves else []
    level = "-O0" if quick else "-O2" if thorough else "-O1"
    # After the source, since gcc takes only missing symbols from a library, such as `__popcountdi2`.
    math = ("-Wl,--as-needed", "-lm") if data_model is DataModel.LP64 else ()
    return ("gcc", level, *options, source, *math, *(("-lc", "-lgcc") if bare else ()), "-o", program)


def runtime(data_model: DataModel) -> str:
    """The template that connects a replay program to the system."""
    match data_model:
        case DataModel.ILP32:
            return "replay/freestanding.c.j2"
        case DataModel.LP64:
            return "replay/hosted.c.j2"


def compile_text(
    text: str,
    name: str,
    subject: InstrumentedProgram,
    folder: Path,
    seconds: float,
    stop: threading.Event | None,
    *,
    checked: bool = False,
    wraps: bool = False,
    quick: bool = False,
    thorough: bool = False,
    serves: bool = False,
) -> tuple[Path | None, str]:
    """The program that gcc made of the text, or None and gcc's message.

    For a checked program this includes warnings instead of checks: overflowing constants (unless it `wraps`), unordered
    side effects, and incompatible pointer types.
    """
    refused = refusal()
    if refused:
        return None, refused
    name = f"{name}-checked" if checked else name
    source, program = folder / f"{name}.c", folder / name
    source.write_text(text, encoding="utf-8", errors="surrogateescape")
    model = subject.task.data_model
    modes = {"checked": checked, "wraps": wraps, "quick": quick, "thorough": thorough, "serves": serves}
    reports = serves and any(True for _ in subject.lines())
    looks_at = {"reports": reports, "indexed": subject.only_subscripts}
    called = command(source.name, program.name, model, **modes, **looks_at)
    piped = (called[0], "-pipe", *called[1:])  # the assembler runs in parallel with the compiler
    traced = piped if checked else ("/bin/sh", "-c", _LISTED, "sh", program.name, *piped)
    finished = run_compiler(traced, seconds=min(SECONDS, seconds), writes=folder, stop=stop)
    lines = finished.stderr.splitlines()
    if finished.exit_code == 0 and program.is_file():
        refused = "" if checked else _objection(finished.stdout, subject)
        if refused:
            return None, refused
        warned = UNCHECKED if wraps else (*UNCHECKED, CONSTANT_OVERFLOW)
        return program, next((line for warning in warned for line in lines if warning in line), "")
    complaint = next((line for line in lines if "error" in line or "undefined" in line), "")
    return None, complaint or "gcc was stopped"


def unordered(
    text: str, subject: InstrumentedProgram, folder: Path, seconds: float, stop: threading.Event | None
) -> str:
    """gcc's warning about unordered side effects in a text without instrumented operations.

    Instrumented operations evaluate operands in an order of their own, so gcc does not warn there.
    """
    source = folder / "unordered.c"
    source.write_text(text, encoding="utf-8", errors="surrogateescape")
    options = _FREESTANDING if subject.task.data_model is DataModel.ILP32 else ()
    called = ("gcc", *_COMMON, *options, "-fsyntax-only", UNCHECKED[0][1:-1], source.name)
    lines = run_compiler(called, seconds=min(SECONDS, seconds), writes=folder, stop=stop).stderr.splitlines()
    return next((line.partition("warning: ")[2] for line in lines if UNCHECKED[0] in line), "")


def _objection(listed: str, subject: InstrumentedProgram) -> str:
    """The functions of the system that a program would use beyond the known library functions, or an empty string."""
    if any(sign in listed for sign in _EARLY):
        return "runs code before its start"
    symbols = (match.groups() for match in _SYMBOL.finditer(listed))
    # Copied library variables are defined symbols, but they have a version.
    names = {name for section, name, version in symbols if section == "UND" or version}
    foreign = sorted(names - subject.library - _OWN_CALLS)
    return f"calls {', '.join(foreign)}" if foreign else ""


def line_at(program: Path, address: str) -> int:
    """The source line of the code at an address; 0 if it is unknown or in the runtime."""
    file, line = place_at(program, address)
    return line if Path(file).name != RUNTIME else 0


def place_at(program: Path, address: str) -> tuple[str, int]:
    """The source file and line of the code at an address; line 0 if unknown."""
    output = run_compiler(("addr2line", "-e", str(program), address), seconds=SECONDS, reads=[program]).stdout
    file, _, line = output.partition(" (discriminator")[0].strip().rpartition(":")
    return file, int(line) if line.isdigit() else 0


def needs(subject: InstrumentedProgram) -> frozenset[str]:
    """The parts of the runtime that a program uses."""
    kinds = {site.kind for site in subject.sites}
    found = {"double"} if any(isinstance(site.type, FloatType) for site in subject.sites) else set()
    if SiteKind.MEMORY in kinds:
        found |= {"memory", "fill"}
    if subject.reads:
        found.add("stream")
    if subject.follows_members:
        found.add("members")
    found |= SORTING & subject.library
    return frozenset(found | ({"fill"} if SiteKind.VARIABLE in kinds else set()))
