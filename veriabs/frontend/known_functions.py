"""Names of functions with a meaning in veriabs: those that a program may call without defining them, and those that
instrumentation adds."""

from __future__ import annotations

import re

from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, INT, CType, IntType
from veriabs.core.typing_rules import named_type
from veriabs.frontend.library import ALIASES, FUNCTIONS, Effect, with_effect

SYSTEM = "<system>"
"""The file name that stands for all system headers."""

ASSUMPTIONS = with_effect(Effect.ASSUMES)
NAMED_ERRORS = frozenset(("reach_error", "__VERIFIER_error"))
"""Functions whose call is an error of the program, by the name that verifiers give it."""
SILENT = with_effect(Effect.STREAMS)
_VERIFICATION = ASSUMPTIONS | with_effect(Effect.ASSERTS, Effect.FAILS)
VERIFICATION = {name: FUNCTIONS[name].prototype for name in FUNCTIONS if name in _VERIFICATION}
"""The functions of verification programs, as the sets of such programs declare them."""
PROTOTYPES = {
    name: function.prototype
    for name, function in FUNCTIONS.items()
    if name not in _VERIFICATION | SILENT | {"alloca"} and not name.startswith("__builtin_")
}
"""Library functions that a replayed program may call; each is known to be harmless to the machine."""


def is_known(name: str) -> bool:
    """Whether veriabs gives functions of that name a meaning."""
    return name.startswith(("__VERIFIER_", "__CPROVER_", "nondet_")) or name in KNOWN


def parameters(name: str) -> tuple[str, ...]:
    """The types of a function's parameters as its prototype spells them; none for a function that is not known."""
    listed = FUNCTIONS[name].prototype.partition("(")[2].rstrip(")") if name in FUNCTIONS else ""
    return tuple(part.strip() for part in listed.split(",")) if listed not in ("", "void") else ()


BUFFERED = {"setbuf": 1, "setbuffer": 1, "setvbuf": 1, "fmemopen": 0}
"""Functions such as `setvbuf` that give a stream a buffer of the program, with the position of that argument."""

INLINE = frozenset(("abs", "labs", "fabs", "fabsf"))
"""Functions that gcc computes inline: without a library, and with overflow checks."""
STORED, INITIALISED, TESTED, ITERATED, REPEATED = (
    *("__veriabs_stored", "__veriabs_initialised", "__veriabs_tested", "__veriabs_iterated", "__veriabs_repeated"),
)
CAME = "__veriabs_came"
"""States which character of standard input was read and what may follow (see `input_stubs`)."""
RETURNED = "__veriabs_returned"
"""Receives the pointer that the entry function has returned, whose memory then belongs to the caller."""

LINK = "__veriabs_link"
"""The counter of a loop of the entry that sets a pointer in each object of an array (see `lower.links`)."""

RANGE = "__veriabs_range"
"""Represents a range of values in a case label."""

ASSEMBLY = "__veriabs_assembly"
"""Represents an assembly statement, whose effect is unknown."""

ARGUMENT = "__veriabs_argument"
"""Represents the next variadic argument, of the type in the operand of a `sizeof`."""

INCREMENTED, DECREMENTED = "__veriabs_incremented", "__veriabs_decremented"
MOVED, STEPPED = "__veriabs_moved", "__veriabs_stepped"
INTO, FORTH, BACK, STEP, SPAN = (f"__veriabs_{name}" for name in ("into", "forth", "back", "step", "span"))
ONE = "__veriabs_one"
STAYING = frozenset((INTO, ONE, FORTH, BACK, STEP, SPAN))
"""Calls that end the run where a pointer leaves the array member that it leads into (see `instrument.members`)."""
READ, SET, CELL_READ, CELL_SET = "__veriabs_read", "__veriabs_set", "__veriabs_cell_read", "__veriabs_cell_set"
FLAGGING = frozenset((READ, SET, CELL_READ, CELL_SET))
"""Calls with a flag and a value that only record which variables are set (see `instrument.uninitialised_reads`)."""

_OBSERVING = frozenset((STORED, INITIALISED, TESTED, ITERATED, REPEATED, INCREMENTED, DECREMENTED))
REPORTS = _OBSERVING | {MOVED, STEPPED} | STAYING | FLAGGING
"""Calls that only report the behaviour of the program (see `observe`, `offsets` and `members`)."""

CHECKED = frozenset(f"__builtin_{name}_overflow" for name in ("add", "sub", "mul"))
_BUILTINS = {"__builtin_offsetof"} | {name for name in {*FUNCTIONS, *ALIASES} if name.startswith("__builtin_")}
_TESTS = {f"__builtin_{name}" for name in ("isinf", "isnormal", "fpclassify", "signbit", "signbitf")}
BUILTINS = REPORTS | CHECKED | {RANGE} | _BUILTINS | _TESTS
TAKEN = frozenset(
    (
        *("write", "read", "fork", "waitpid", "setitimer", "mmap", "clock_gettime", "open", "dup2", "kill"),
        "sigaction",
    )
)
"""Names that the runtime uses; a program's own use of them is renamed."""

VALIDITY = ("__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok")
"""Functions of CBMC that ask whether a number of bytes can be accessed, which no assignment alone decides."""

CLAUSES = ("requires", "ensures", "assigns", "frees", "loop_invariant", "decreases")
"""Parts of contracts after the prefix `__CPROVER_`, which compilers do not know."""

KNOWN = frozenset((*FUNCTIONS, *TAKEN, *BUILTINS))


# ----------------------------------------------------------------------------------------------- arbitrary values

_NONDET = re.compile(r"(?:__VERIFIER_)?nondet_(\w+)")
_SUFFIXES = {
    "bool": "_Bool",
    "_Bool": "_Bool",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "unsigned_int": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "unsigned_long": "unsigned long",
    "longlong": "long long",
    "long_long": "long long",
    "ulonglong": "unsigned long long",
    "unsigned_long_long": "unsigned long long",
    "unsigned_char": "unsigned char",
    "unsigned_short": "unsigned short",
    "size_t": "unsigned long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "u64": "unsigned long long",
    "float": "float",
    "double": "double",
}


def is_nondet(name: str) -> bool:
    """Whether the name is that of a nondet function."""
    return _NONDET.fullmatch(name) is not None


def suffix_type(name: str, data_model: DataModel) -> CType | None:
    """The type that the name of a nondet function implies, if any."""
    match = _NONDET.fullmatch(name)
    spelled = _SUFFIXES.get(match[1]) if match else None
    return named_type(spelled, data_model) if spelled else None


def undeclared_type(name: str, data_model: DataModel) -> CType | None:
    """The type of an undeclared nondet function: `int`, as for the compiler; None if the name implies another one."""
    suffix = suffix_type(name, data_model)
    fits = isinstance(suffix, IntType) and suffix.bits <= INT.bits
    return (suffix if suffix == BOOL else INT) if fits else None
