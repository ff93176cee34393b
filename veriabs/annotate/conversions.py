"""State laws of narrowing conversions in ACSL, because WP's provers know only the range of the result.

The result is the operand minus a multiple of the number of values of the type (C11 6.3.1.3 for unsigned types; the
compilers define it so for signed types). The multiple has a name, so that provers need no remainders. Each law is in a
block of its own, because WP uses a block with a declaration only for goals that mention that declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from veriabs.core.ctree import expressions, statements, walk
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.program import Program
from veriabs.core.types import IntType

_BITS = {"char": 8, "short": 16, "int": 32, "long long": 64}
_TYPES = "|".join(sorted(_BITS, reverse=True))
_CONVERSION = re.compile(rf"\(((?:unsigned |signed )?({_TYPES}))\)(?=[\w(])")


def conversions(program: Program, lines: Iterable[str]) -> list[str]:
    """The ACSL laws for nested conversions to unsigned and narrow types in the lines, and for conversions in the
    program's comparisons that turn negative numbers into large ones: `(unsigned)c - '0' < 10`.
    """
    parts = (part for stmt in statements(program.body) for expr in expressions(stmt) for part in walk(expr))
    compared = {name for part in parts for name in _unsigned_comparisons(part)}
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
