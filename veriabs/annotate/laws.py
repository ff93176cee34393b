"""State laws of bit operators and of narrowing conversions in ACSL: WP's provers know little more than result ranges.

Each law of bits is integer arithmetic over natural numbers: a mask of neighbouring bits is a difference of two
remainders, and a union of disjoint bits is a sum. Only the masks and shifts of the program get laws.

The result of a conversion is the operand minus a multiple of the number of values of the type (C11 6.3.1.3 for unsigned
types; the compilers define it so for signed types). The multiple has a name, so that provers need no remainders. Each
law is in a block of its own, because WP uses a block with a declaration only for goals that mention that declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from veriabs.core.ctree import expressions, statements, walk
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.program import Program
from veriabs.core.types import IntType
from veriabs.core.typing_rules import type_of

_BITS = {"char": 8, "short": 16, "int": 32, "long long": 64}
_TYPES = "|".join(sorted(_BITS, reverse=True))
_CONVERSION = re.compile(rf"\(((?:unsigned |signed )?({_TYPES}))\)(?=[\w(])")


def _parts(program: Program) -> Iterator[Expr]:
    yield from (part for stmt in statements(program.body) for expr in expressions(stmt) for part in walk(expr))


def bit_laws(program: Program) -> list[str]:
    """The ACSL lines for the masks, shifts and unions of a program."""
    operations = [part for part in _parts(program) if isinstance(part, Binary)]
    masks = {mask for part in operations for mask in _masks(part, program)}
    places = {places for part in operations for places in _bit_positions(part)}
    laws = [_mask_axiom(*mask) for mask in sorted(masks)]
    laws += [_union_axiom(one) for one in sorted(places)] if any(part.op == "|" for part in operations) else []
    return ["/*@ axiomatic bits {", *(f"      {law}" for law in laws), "    } */"] if laws else []


def _masks(part: Binary, program: Program) -> Iterator[tuple[int, int]]:
    """The first and end bit of each mask; a shift right by n yields the mask of the upper bits."""
    match part:
        case Binary(op="&", left=left, right=right):
            for side in (left, right):
                if isinstance(side, Const) and isinstance(side.value, int) and (found := _run_of_ones(side.value)):
                    yield found
        case Binary(op=">>", left=left, right=Const(value=int(places))) if places > 0:
            ctype = type_of(part, program.task.data_model)
            if isinstance(ctype, IntType) and not ctype.signed and places < ctype.bits:
                yield places, ctype.bits
        case _:
            pass


def _run_of_ones(value: int) -> tuple[int, int] | None:
    """The first bit and the end of a number's ones, if they are contiguous; else None."""
    if value <= 0:
        return None
    first, end = (value & -value).bit_length() - 1, value.bit_length()
    return (first, end) if value == (1 << end) - (1 << first) else None


def _bit_positions(part: Expr) -> Iterator[int]:
    """The distances of left shifts, and the ends of masks."""
    match part:
        case Binary(op="<<", right=Const(value=int(places))) if places > 0:
            yield places
        case Binary(op="&", right=Const(value=int(value))) if found := _run_of_ones(value):
            yield found[1]
        case _:
            pass


def _mask_axiom(first: int, end: int) -> str:
    mask, rest = (1 << end) - (1 << first), f" - x % {1 << first}" if first else ""
    return f"axiom mask_{mask}: \\forall integer x; 0 <= x ==> (x & {mask}) == x % {1 << end}{rest};"


def _union_axiom(places: int) -> str:
    apart = f"0 <= x && x % {1 << places} == 0 && 0 <= y < {1 << places}"
    return f"axiom union_{places}: \\forall integer x, y; {apart} ==> (x | y) == x + y;"


def conversions(program: Program, lines: Iterable[str]) -> list[str]:
    """The ACSL laws for nested conversions to unsigned and narrow types in the lines, and for conversions in the
    program's comparisons that turn negative numbers into large ones: `(unsigned)c - '0' < 10`."""
    compared = {name for part in _parts(program) for name in _unsigned_comparisons(part)}
    texts = (*lines, *(f"({name})x" for name in sorted(compared)))
    found = {str(one[1]): str(one[2]) for one in _CONVERSION.finditer("\n".join(texts))}
    return [line for name, width in sorted(found.items()) for line in _law(name, 1 << _BITS[width])]


def _unsigned_comparisons(test: Expr) -> Iterator[str]:
    """The unsigned types in which a comparison computes with signed operands."""
    if isinstance(test, Binary) and test.op in ("<", "<=", ">", ">="):
        for part in walk(test):
            match part:
                case Binary(op="+" | "-", left=Cast(type=IntType(signed=False) as ctype, operand=operand)):
                    if not isinstance(operand, Const):
                        yield ctype.name
                case _:
                    pass


def _law(name: str, values: int) -> tuple[str, ...]:
    times = f"times_{name.replace(' ', '_')}"
    return (
        f"/*@ axiomatic of_{times} {{ logic integer {times}(integer x); }}",
        f"    axiomatic with_{times} {{",
        f"      axiom {times}_taken_off: \\forall integer x; ({name})x == x - {values} * {times}(x);",
        "    } */",
    )
