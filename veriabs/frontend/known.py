"""Names of functions that a program may call without defining them, and those that only an instrumented one calls."""

from __future__ import annotations

from veriabs.frontend.library import ALIASES, FUNCTIONS, Effect, with_effect

SYSTEM = "<system>"
"""What the file is called that stands for all headers of the system."""

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
"""The library functions that a replayed program may call; each is known to do nothing to the machine."""


def is_known(name: str) -> bool:
    """Has a function of that name a meaning of its own here?"""
    return name.startswith(("__VERIFIER_", "__CPROVER_", "nondet_")) or name in {*FUNCTIONS, *TAKEN, *BUILTINS}


def parameters(name: str) -> tuple[str, ...]:
    """The types of a function's parameters as its prototype spells them; none for a function that is not known."""
    listed = FUNCTIONS[name].prototype.partition("(")[2].rstrip(")") if name in FUNCTIONS else ""
    return tuple(part.strip() for part in listed.split(",")) if listed not in ("", "void") else ()


BUFFERED = {"setbuf": 1, "setbuffer": 1, "setvbuf": 1, "fmemopen": 0}
"""Functions with an argument that any use of a stream writes to from then on, and which one it is."""

INLINE = frozenset(("abs", "labs"))
"""What gcc computes by itself, and checks for overflow only then."""
STORED, INITIALISED, TESTED, ITERATED = (
    *("__veriabs_stored", "__veriabs_initialised", "__veriabs_tested", "__veriabs_iterated"),
)
CAME = "__veriabs_came"
"""Says which character of standard input was read and what may come next (`drawn`); a replay runs no other text."""
RETURNED = "__veriabs_returned"
"""What an entry hands a pointer to that its function has returned: whose memory that is, its caller says."""

RANGE = "__veriabs_range"
"""What stands in a case label for all values from one to another."""

ARGUMENT = "__veriabs_argument"
"""What stands for the next one of variably many arguments, in the type that is named as the operand of a `sizeof`."""

INCREMENTED, DECREMENTED = "__veriabs_incremented", "__veriabs_decremented"
MOVED, STEPPED = "__veriabs_moved", "__veriabs_stepped"
INTO, FORTH, BACK, STEP, SPAN = (f"__veriabs_{name}" for name in ("into", "forth", "back", "step", "span"))
STAYING = frozenset((INTO, FORTH, BACK, STEP, SPAN))
"""Calls that end the run where a pointer leaves the array member that it leads into (see `instrument.members`)."""
READ, SET, CELL_READ, CELL_SET = "__veriabs_read", "__veriabs_set", "__veriabs_cell_read", "__veriabs_cell_set"
FLAGGING = frozenset((READ, SET, CELL_READ, CELL_SET))
"""Calls with a flag and a value, that only note what is set (see `instrument.unset`)."""

_OBSERVING = frozenset((STORED, INITIALISED, TESTED, ITERATED, INCREMENTED, DECREMENTED))
REPORTS = _OBSERVING | {MOVED, STEPPED} | STAYING | FLAGGING
"""Calls that only report what the program does (see `observe`, `offsets` and `members`)."""

CHECKED = frozenset(f"__builtin_{name}_overflow" for name in ("add", "sub", "mul"))
_BUILTINS = {"__builtin_offsetof"} | {name for name in {*FUNCTIONS, *ALIASES} if name.startswith("__builtin_")}
BUILTINS = REPORTS | CHECKED | {RANGE} | _BUILTINS
TAKEN = frozenset(("write", "read", "fork", "waitpid", "setitimer", "mmap", "clock_gettime", "open", "dup2", "kill"))
"""What the runtime calls: a program that uses such a name has it renamed."""



CLAUSES = ("requires", "ensures", "assigns", "frees", "loop_invariant", "decreases")
"""What contracts are made of, behind `__CPROVER_`; no compiler knows it."""
