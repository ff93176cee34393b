"""Arithmetic of clauses: the C text, compiled by gcc, has the mathematical value."""

from __future__ import annotations

import operator
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.types import INT, LLONG, ULLONG, UNSIGNED, IntType
from veriabs.frontend.contract.values import (
    Integer,
    TooWideError,
    arithmetic,
    cast_to,
    comparison_text,
    leaf,
    literal,
    moved_comparison,
    negate,
)

CHAR = IntType("signed char", 8, True)
TYPES = (CHAR, IntType("unsigned char", 8, False), IntType("unsigned short", 16, False), INT, UNSIGNED, LLONG, ULLONG)
RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "%": lambda a, b: a - abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) * b,
}


class Case:
    """A variable of a type with a value, as C text and as a number; sometimes with a range that is known."""

    def __init__(self, chance: random.Random, name: str) -> None:
        self.type = chance.choice(TYPES)
        low, high = self.type.lowest, self.type.highest
        near = [low, low + 1, high, high - 1, 0, 1, 2, 3, -1, chance.randint(low, high), 1 << 31, 1 << 32, 1 << 62]
        self.value = chance.choice([one for one in near if low <= one <= high])
        self.declared = f"{self.type.name} {name} = {written(self.value, self.type)};"
        around = (self.value - chance.randint(0, 9), self.value + chance.randint(0, 9))
        limits = chance.choice(((None, None), around))
        self.number = leaf(name, self.type, *limits)


def written(value: int, ctype: IntType) -> str:
    """The number as a literal of C."""
    if value == LLONG.lowest:
        return f"(-{LLONG.highest}ll - 1)"
    return f"{value}{'ll' if ctype.signed else 'ull'}"


def relation(chance: random.Random) -> tuple[str, str, bool] | None:
    """Declarations, a comparison of sums as C, and its value; None if it is refused."""
    a, b, c, d = (Case(chance, name) for name in "abcd")
    kind, sign = chance.randrange(3), chance.choice(list(RELATIONS))
    declared = " ".join(one.declared for one in (a, b, c, d))
    try:
        if kind == 0:
            return declared, comparison_text(a.number, sign, b.number), RELATIONS[sign](a.value, b.value)
        if kind == 1:
            plus = chance.choice((-3, -1, 1, 2, 100))
            return declared, moved_comparison(a.number, plus, sign, b.number), RELATIONS[sign](a.value + plus, b.value)
        first, second = chance.choice(list(OPERATIONS)), chance.choice(list(OPERATIONS))
        left, right = arithmetic(first, a.number, b.number), arithmetic(second, c.number, d.number)
        values = OPERATIONS[first](a.value, b.value), OPERATIONS[second](c.value, d.value)
        return declared, comparison_text(left, sign, right), RELATIONS[sign](*values)
    except (TooWideError, ValueError, ZeroDivisionError):
        return None


def test_relations_are_those_of_mathematics(tmp_path: Path) -> None:
    chance = random.Random(7)
    cases = [found for _ in range(4000) if (found := relation(chance)) is not None]
    assert len(cases) > 1500
    lines = (
        f'{{ {declared} if (({text}) != {int(holds)}) printf("%d ", {n}); }}\n'
        for n, (declared, text, holds) in enumerate(cases)
    )
    source, program = tmp_path / "cases.c", tmp_path / "cases"
    source.write_text("#include <stdio.h>\nint main(void) {\n" + "".join(lines) + "return 0; }\n", encoding="utf-8")
    subprocess.run(["gcc", "-w", "-fsanitize=undefined", "-O0", str(source), "-o", str(program)], check=True)
    ran = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    wrong = [cases[int(number)] for number in ran.stdout.split()]
    assert wrong == [] and ran.stderr == ""


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda x, y: arithmetic("+", x, literal(1)), "((long long)(x) + 1)"),
        (lambda x, y: arithmetic("+", leaf("x", INT, 0, 9), literal(1)), "(x + 1)"),
        (lambda x, y: negate(literal(3)), "(-3)"),
        (lambda x, y: cast_to(x, CHAR), "(signed char)(x)"),
        (lambda x, y: arithmetic(">>", x, literal(2)), "(x >> 2)"),
    ],
)
def test_operations_are_as_narrow_as_they_may_be(made: Callable[[Integer, Integer], Integer], text: str) -> None:
    assert made(leaf("x", INT), leaf("y", ULLONG)).text == text


@pytest.mark.parametrize("sign", ["+", "*", "-"])
def test_a_sum_of_64_bits_is_refused(sign: str) -> None:
    with pytest.raises(TooWideError):
        arithmetic(sign, leaf("x", ULLONG), leaf("y", ULLONG))


def test_a_divisor_is_not_zero() -> None:
    with pytest.raises(ValueError, match="divisor may be 0"):
        arithmetic("/", leaf("x", INT), leaf("y", INT))
    assert arithmetic("/", leaf("x", INT), leaf("y", INT, 1)).low == INT.lowest
