"""Functions that a program may call without defining them, when it is compiled by itself."""

from __future__ import annotations

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
    "memcmp": f"int memcmp(const void *, const void *, {_SIZE})",
    "strlen": f"{_SIZE} strlen(const char *)",
    "strcpy": "char *strcpy(char *, const char *)",
    "strncpy": f"char *strncpy(char *, const char *, {_SIZE})",
    "strcat": "char *strcat(char *, const char *)",
    "strchr": "char *strchr(const char *, int)",
    "strcmp": "int strcmp(const char *, const char *)",
    "strncmp": f"int strncmp(const char *, const char *, {_SIZE})",
    "printf": "int printf(const char *, ...)",
    "puts": "int puts(const char *)",
    "putchar": "int putchar(int)",
    "abs": "int abs(int)",
    "labs": "long labs(long)",
}
"""The library functions that a replayed program may call; each is known to do nothing to the machine."""

SILENT = frozenset(("fprintf", "fflush", "perror"))
INLINE = frozenset(("abs", "labs"))
"""What gcc computes by itself, and checks for overflow only then."""
STORED, INITIALISED, TESTED, ITERATED = (
    *("__veriabs_stored", "__veriabs_initialised", "__veriabs_tested", "__veriabs_iterated"),
)
INCREMENTED, DECREMENTED = "__veriabs_incremented", "__veriabs_decremented"
REPORTS = frozenset((STORED, INITIALISED, TESTED, ITERATED, INCREMENTED, DECREMENTED))
"""Calls that only report what the program does (see `observe`)."""

BUILTINS = REPORTS | {"__builtin_alloca", "__builtin_expect", "__builtin_unreachable", "__builtin_abort"}
TAKEN = frozenset(("write", "read", "fork", "waitpid", "setitimer", "mmap", "clock_gettime", "open", "dup2", "kill"))
"""What the runtime calls: a program that uses such a name has it renamed."""
