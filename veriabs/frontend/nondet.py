"""Functions that return arbitrary values, and the types that their names imply."""

from __future__ import annotations

import re

from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, INT, CType, IntType
from veriabs.core.typing_rules import named_type

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
