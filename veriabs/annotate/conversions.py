"""What a conversion to a narrower type gives, in ACSL: provers of Frama-C's WP know its range, and no more of it.

The number that is converted, less a multiple of how many values the type has: so the C standard says of unsigned types
(6.3.1.3), and compilers of the others. The multiple has a name, by which provers that know nothing of remainders go on;
it is declared apart, for what WP takes of a block that declares something is for those goals alone that speak of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_BITS = {"char": 8, "short": 16, "int": 32, "long long": 64}
_TYPES = "|".join(sorted(_BITS, reverse=True))
_CONVERSION = re.compile(rf"\(((?:unsigned |signed )?({_TYPES}))\)(?=[\w(])")


def conversions(lines: Iterable[str]) -> list[str]:
    """Lines that say what the conversions to unsigned and to narrow types come to that stand in others."""
    found = {str(one[1]): str(one[2]) for one in _CONVERSION.finditer("\n".join(lines))}
    return [line for name, width in sorted(found.items()) for line in _law(name, 1 << _BITS[width])]


def _law(name: str, values: int) -> tuple[str, ...]:
    times = f"times_{name.replace(' ', '_')}"
    return (
        f"/*@ axiomatic of_{times} {{ logic integer {times}(integer x); }}",
        f"    axiomatic with_{times} {{",
        f"      axiom {times}_taken_off: \\forall integer x; ({name})x == x - {values} * {times}(x);",
        "    } */",
    )
