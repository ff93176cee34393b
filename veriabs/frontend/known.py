"""Functions that a program may call without defining them, when it is compiled by itself."""

from __future__ import annotations

from veriabs.frontend.library import ALIASES, MODELS

ASSUMPTIONS = frozenset(("__VERIFIER_assume", "__CPROVER_assume", "assume_abort_if_not"))
_SIZE = "__SIZE_TYPE__"
PROTOTYPES = {
    "malloc": f"void *malloc({_SIZE})",
    "calloc": f"void *calloc({_SIZE}, {_SIZE})",
    "realloc": f"void *realloc(void *, {_SIZE})",
    "free": "void free(void *)",
    "abort": "void abort(void)",
    "exit": "void exit(int)",
    "_exit": "void _exit(int)",
    "_Exit": "void _Exit(int)",
    "memset": f"void *memset(void *, int, {_SIZE})",
    "memcpy": f"void *memcpy(void *, const void *, {_SIZE})",
    "memmove": f"void *memmove(void *, const void *, {_SIZE})",
    "strlen": f"{_SIZE} strlen(const char *)",
    "strcpy": "char *strcpy(char *, const char *)",
    "strncpy": f"char *strncpy(char *, const char *, {_SIZE})",
    "strcmp": "int strcmp(const char *, const char *)",
    "printf": "int printf(const char *, ...)",
    "puts": "int puts(const char *)",
    "putchar": "int putchar(int)",
    **{name: model.prototype for name, model in MODELS.items() if not name.startswith("__builtin_")},
}
VERIFICATION = {
    "__VERIFIER_assert": "void __VERIFIER_assert(int)",
    "__VERIFIER_assume": "void __VERIFIER_assume(int)",
    "__CPROVER_assert": "void __CPROVER_assert(_Bool, const char *)",
    "__CPROVER_assume": "void __CPROVER_assume(_Bool)",
    "assume_abort_if_not": "void assume_abort_if_not(int)",
    "assert": "void assert(int)",
    "__assert_fail": "void __assert_fail(const char *, const char *, unsigned int, const char *)",
    "reach_error": "void reach_error(void)",
    "__VERIFIER_error": "void __VERIFIER_error(void)",
}
"""The functions of verification programs, as the sets of such programs declare them."""
"""The library functions that a replayed program may call; each is known to do nothing to the machine."""

_BUILTIN = {"__builtin_expect": "long __builtin_expect(long, long)"}
_KNOWN = {**PROTOTYPES, **VERIFICATION, **_BUILTIN, "alloca": f"void *alloca({_SIZE})"}


def is_known(name: str) -> bool:
    """Has a function of that name a meaning of its own here?"""
    return name.startswith(("__VERIFIER_", "__CPROVER_", "nondet_")) or name in {*_KNOWN, *SILENT, *TAKEN, *BUILTINS}


def parameters(name: str) -> tuple[str, ...]:
    """The types of a function's parameters as its prototype spells them; none for a function that is not known."""
    listed = _KNOWN.get(name, "").partition("(")[2].rstrip(")")
    return tuple(part.strip() for part in listed.split(",")) if listed not in ("", "void") else ()


SILENT = frozenset(("fprintf", "fflush", "perror"))
INLINE = frozenset(("abs", "labs"))
"""What gcc computes by itself, and checks for overflow only then."""
STORED, INITIALISED, TESTED, ITERATED = (
    *("__veriabs_stored", "__veriabs_initialised", "__veriabs_tested", "__veriabs_iterated"),
)
RETURNED = "__veriabs_returned"
"""What an entry hands a pointer to that its function has returned: whose memory that is, its caller says."""

RANGE = "__veriabs_range"
"""What stands in a case label for all values from one to another."""

INCREMENTED, DECREMENTED = "__veriabs_incremented", "__veriabs_decremented"
MOVED, STEPPED = "__veriabs_moved", "__veriabs_stepped"
REPORTS = frozenset((STORED, INITIALISED, TESTED, ITERATED, INCREMENTED, DECREMENTED, MOVED, STEPPED))
"""Calls that only report what the program does (see `observe` and `offsets`)."""

CHECKED = frozenset(f"__builtin_{name}_overflow" for name in ("add", "sub", "mul"))
_COMPUTED = ("alloca", "expect", "unreachable", "abort", "offsetof")
BUILTINS = (
    REPORTS
    | CHECKED
    | {RANGE, *(f"__builtin_{name}" for name in _COMPUTED)}
    | {name for name in {*MODELS, *ALIASES} if name.startswith("__builtin_")}
)
TAKEN = frozenset(("write", "read", "fork", "waitpid", "setitimer", "mmap", "clock_gettime", "open", "dup2", "kill"))
"""What the runtime calls: a program that uses such a name has it renamed."""

NAMED_ERRORS = frozenset(("reach_error", "__VERIFIER_error"))
"""Functions whose call is an error of the program, by the name that verifiers give it."""
