"""Compiles replay programs with gcc for the task's data model, plain or with sanitizers."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from veriabs.confine.door import refusal, run_compiler
from veriabs.core.counterexample import SORTING, Instrumented, SiteKind
from veriabs.core.source import DataModel
from veriabs.core.types import FloatType

SECONDS = 60.0
RUNTIME = "veriabs"
"""The file that the runtime behind a program is of, for gcc."""

_COMMON = (
    *("-std=gnu11", "-fno-strict-aliasing", "-fno-stack-protector", "-fno-tree-loop-distribute-patterns"),
    # The program may define a function of its own by a name from the C library.
    "-fno-builtin",
    # No library calls one of its functions, such as the one that could switch off what sanitizers check.
    "-fvisibility=hidden",
)
# A system without 32-bit libraries can still link what needs none; the x87 would compute with more digits than CBMC.
_FREESTANDING = ("-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie", "-msse2", "-mfpmath=sse")
# Else an overflow or an access whose result nothing uses is gone before its check is put in, and so is the call of a
# function that only computes one.
_KEPT = ("-fno-tree-dce", "-fno-tree-dse", "-fno-tree-ccp", "-fno-ipa-pure-const")
_CHECKED = (
    *("-g1", "-fno-sanitize-recover=all", "-DVERIABS_SANITISED=1"),
    "-fsanitize=bounds-strict,vla-bound,bool,integer-divide-by-zero,shift-exponent,float-cast-overflow,unreachable",
    # Side effects that C does not order, and functions that are taken for others: gcc only warns.
    *("-Wsequence-point", "-Wincompatible-pointer-types"),
    *_KEPT,
)
# What goes wrong by a pointer alone.
_POINTED = (
    "-fsanitize=object-size,null,alignment,pointer-overflow",
    # Pointers to different objects have no distance and no order.
    "-fsanitize=pointer-compare,pointer-subtract",
)
# Of pairs of pointers the runtime knows those in order that are most of all, and hands on the others.
_PAIRED = ("-fsanitize=address", "-Wl,--wrap=__sanitizer_ptr_cmp,--wrap=__sanitizer_ptr_sub")
_REPORTED = (
    *("-g1", "-fsanitize=bounds-strict,integer-divide-by-zero,object-size", "-fsanitize-recover=all"),
    *_KEPT,
)
# Accesses are looked at by functions of the program's own runtime.
_SHADOWED = (
    "-fsanitize=kernel-address",
    *("--param", "asan-stack=1", "--param", "asan-globals=1", "--param", "asan-instrument-allocas=1"),
    *("--param", "asan-instrumentation-with-call-threshold=0"),
)
# In 32 bits far enough from the shadow memory for globals of any size.
_SHADOW = {
    DataModel.LP64: ("-fasan-shadow-offset=2147450880",),
    DataModel.ILP32: ("-fasan-shadow-offset=536870912", "-Wl,-Ttext-segment=0x40000000"),
}
_OWN_CALLS = frozenset(
    (
        *("write", "mmap", "_exit"),
        # What every program refers to, for its start and its end.
        *("__libc_start_main", "__cxa_finalize", "__gmon_start__"),
        *("_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable"),
        # What gcc makes of loops, initialisers and other calls.
        *("malloc", "calloc", "memset", "memcpy", "memmove", "memcmp", "strlen", "puts", "putchar"),
        "stdin",  # a name of what gives inputs, which those functions do not look at
    )
)
_SYMBOL = re.compile(r"^ *\d+: .* (UND|ABS|\d+) ([^\s@]+)(@?).*$", re.MULTILINE)
_EARLY = ("(PREINIT_ARRAY)", "_IRELATI")
"""Signs of functions that the loader calls before the program is entered, where a server still has its rights."""

_LISTED = 'program=$1; shift; "$@" && exec readelf -W --dynamic --relocs --dyn-syms "$program"'
"""Has the shell compile, and then list what the program would use of the system: no program without that list."""

CONSTANT_OVERFLOW = "integer overflow in expression"
"""How gcc warns of a constant expression that overflows."""

UNCHECKED = ("[-Wsequence-point]", "[-Wincompatible-pointer-types]")
"""How gcc warns of undefined behaviour that no sanitizer looks for."""


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
    beside: Path | None = None,
) -> tuple[str, ...]:
    """The command line of gcc; `checked` stops a run at its first undefined behaviour, `wraps` lets overflows pass.

    The plain build has signed arithmetic wrap, so that what the compiler makes of the program does not depend on it.
    A `quick` build is made faster, and is slower; a `thorough` one is the contrary. One that `serves` begins with
    `replay/server.c.j2`; one that `reports` calls functions of its own where something is undefined. Of one that is
    `indexed` an access goes wrong by an index only: it has no pointers (`frontend.instrument.subscripts`). `beside` is
    an object that is a part of the program.
    """
    options, pointed = list(_COMMON), checked and not indexed
    match data_model:
        case DataModel.ILP32:
            options += [*_FREESTANDING, *((*_SHADOWED, *_SHADOW[data_model]) if checked else ())]
        case DataModel.LP64:
            options += _PAIRED if pointed else ()
    options += [*(_CHECKED if checked else ()), *(_POINTED if pointed else ())]
    # What overflows in a constant expression is told by a warning only: no code is left that could be checked.
    overflows = (checked or reports) and not wraps
    options += ["-fsanitize=signed-integer-overflow,shift"] if overflows else ["-fwrapv"]
    options += [*_REPORTED, *_SHADOWED, *_SHADOW[data_model]] if reports else []
    # The functions that it calls are the program's own, and the sanitizer's library brings others along.
    options += ["-nodefaultlibs"] if (bare := reports and data_model is DataModel.LP64) else []
    options += [] if checked else ["-w"]
    options += ["-Wl,-e,veriabs_entry", "-fno-asynchronous-unwind-tables"] if serves else []
    level = "-O0" if quick else "-O2" if thorough else "-O1"
    # Behind the source: of a library gcc takes what is missing so far, such as `__popcountdi2`.
    linked = (*((str(beside),) if beside else ()), *(("-lc", "-lgcc") if bare else ()))
    return ("gcc", level, *options, source, *linked, "-o", program)


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
    thorough: bool = False,
    serves: bool = False,
    beside: Path | None = None,
) -> tuple[Path | None, str]:
    """The program that gcc made of the text, or None and what gcc said.

    With a checked program, what it warned of instead of checking it: constants that overflow unless that `wraps`, side
    effects that C does not order, and pointers to other types than they are said to point to.
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
    called = command(source.name, program.name, model, **modes, **looks_at, beside=beside)
    piped = (called[0], "-pipe", *called[1:])  # the assembler works beside the compiler
    told = piped if checked else ("/bin/sh", "-c", _LISTED, "sh", program.name, *piped)
    reads = () if beside is None else (beside,)
    finished = run_compiler(told, seconds=min(SECONDS, seconds), reads=reads, writes=folder, stop=stop)
    lines = finished.stderr.splitlines()
    if finished.exit_code == 0 and program.is_file():
        refused = "" if checked else _objection(finished.stdout, subject)
        if refused:
            return None, refused
        warned = UNCHECKED if wraps else (*UNCHECKED, CONSTANT_OVERFLOW)
        return program, next((line for warning in warned for line in lines if warning in line), "")
    complaint = next((line for line in lines if "error" in line or "undefined" in line), "")
    return None, complaint or "gcc was stopped"


def unordered(text: str, subject: Instrumented, folder: Path, seconds: float, stop: threading.Event | None) -> str:
    """What gcc warns of in a text whose operations do not check themselves: side effects that C does not order.

    Those that do take their operands in an order of their own, and gcc warns of none.
    """
    source = folder / "unordered.c"
    source.write_text(text, encoding="utf-8", errors="surrogateescape")
    options = _FREESTANDING if subject.task.data_model is DataModel.ILP32 else ()
    called = ("gcc", *_COMMON, *options, "-fsyntax-only", UNCHECKED[0][1:-1], source.name)
    told = run_compiler(called, seconds=min(SECONDS, seconds), writes=folder, stop=stop).stderr.splitlines()
    return next((line.partition("warning: ")[2] for line in told if UNCHECKED[0] in line), "")


def _objection(listed: str, subject: Instrumented) -> str:
    """What a program would use of the system besides the known library functions, by whatever way."""
    if any(sign in listed for sign in _EARLY):
        return "runs code before its start"
    symbols = (match.groups() for match in _SYMBOL.finditer(listed))
    # Variables of a library are copied, which makes them defined, but by a version of that library.
    names = {name for section, name, version in symbols if section == "UND" or version}
    foreign = sorted(names - subject.library - _OWN_CALLS)
    return f"calls {', '.join(foreign)}" if foreign else ""


def line_at(program: Path, address: str) -> int:
    """The line that the code at an address of a program was made of; 0 if that is not known, or it is the runtime's."""
    file, line = place_at(program, address)
    return line if Path(file).name != RUNTIME else 0


def place_at(program: Path, address: str) -> tuple[str, int]:
    """The file and the line that the code at an address of a program was made of; line 0 if that is not known."""
    told = run_compiler(("addr2line", "-e", str(program), address), seconds=SECONDS, reads=[program]).stdout
    file, _, line = told.partition(" ")[0].strip().rpartition(":")
    return file, int(line) if line.isdigit() else 0


def needs(subject: Instrumented) -> frozenset[str]:
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
