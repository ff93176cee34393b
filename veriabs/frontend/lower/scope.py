"""Unique names of the core program: a second variable `i` becomes `i_2`."""

from __future__ import annotations

from msgspec import Struct, field

_RESERVED = frozenset(
    (
        *("auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern"),
        *("float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed"),
        *("sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while"),
        *("state", "step", "clause", "iteration", "T", "K", "X0", "outcome", "NEXT", "LEAVE", "BLOCKED"),
        *("main", "past", "s", "l", "assert", "abort", "exit", "malloc", "free", "printf", "memset", "memcpy"),
        *("itno", "tno", "col", "col1", "col2", "numerator", "scaled", "column", "last", "length", "prefix", "after"),
        *("some", "restore", "at_least", "check_iter_seq", "PAST", "has_past", "o", "whole", "each", "same", "u"),
        *("held", "test_holds", "left", "s1", "o1", "o2", "bad", "skip", "holds", "value", "highest", "index", "size"),
        *("scale", "cell", "other"),
        *("memmove", "strlen", "strcpy", "strcmp", "strncpy", "reach_error"),
    )
)
_PREFIXES = (
    *("oracle_", "nondet_", "VERIFIER_", "CPROVER_", "trips_", "guard_", "entry_", "within_", "known_", "loop_"),
    *("itno_", "next_", "leave_", "start_", "first_", "initial_", "kept_", "at_", "any_"),
)


class UniqueNames(Struct):
    """Creates unique names: the wanted one if free, else with the smallest free number appended.

    `numbers` are the numbered names in use, `lowest` a lower bound of the free numbers of a base.
    """

    taken: set[str] = field(default_factory=set)
    numbers: dict[str, tuple[str, int]] = field(default_factory=dict)
    lowest: dict[str, int] = field(default_factory=dict)

    def fresh(self, wanted: str) -> str:
        base = wanted.lstrip("_") or "x"
        if base.startswith(_PREFIXES):
            base = f"x_{base}"
        # A second `trips` must not be named like the trip count of loop 2.
        between = "" if f"{base}_".startswith(_PREFIXES) else "_"
        name, number = base, self.lowest.get(base, 1)
        if number > 1:
            name = f"{base}{between}{number}"
        while name in self.taken or name in _RESERVED:
            number += 1
            name = f"{base}{between}{number}"
        self.taken.add(name)
        self.numbers[name] = base, number
        self.lowest[base] = number + 1
        return name

    def release(self, name: str) -> None:
        self.taken.discard(name)
        base, number = self.numbers.get(name, (name, 1))
        self.lowest[base] = min(number, self.lowest.get(base, 1))

    def copy(self) -> UniqueNames:
        return UniqueNames(set(self.taken), dict(self.numbers), dict(self.lowest))
