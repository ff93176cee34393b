"""What expressions are worth on the machine, beside what the compiler's code computes."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import z3

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary, Var
from veriabs.core.source import DataModel
from veriabs.core.types import IntType
from veriabs.core.typing_rules import named_type, type_of
from veriabs.proofcheck.terms import FALSE, Term, number, opposite, show
from veriabs.proofcheck.words import Words, prelude

TYPES = (
    "_Bool",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
)
EXPRESSIONS = 300


def _type(name: str) -> IntType:
    found = named_type(name, DataModel.LP64)
    assert isinstance(found, IntType)
    return found


def _made(chance: Random, depth: int, variables: list[Var]) -> Expr:
    if depth == 0:
        kind = _type(chance.choice(("int", "unsigned int", "long", "unsigned long long")))
        return chance.choice([*variables, Const(chance.randrange(0, 1 << 31), kind), Const(chance.randrange(9), kind)])
    left, right = (_made(chance, chance.randrange(depth), variables) for _ in range(2))
    match chance.randrange(9):
        case 0:
            return Unary(chance.choice("-~!"), left)
        case 1:
            return Cast(_type(chance.choice(TYPES)), left)
        case 2:
            return Conditional(left, right, _made(chance, depth - 1, variables))
        case 3:
            return Binary(chance.choice(("<<", ">>")), left, Const(chance.randrange(31), _type("int")))
        case 4:
            return Binary(chance.choice("/%"), left, Const(chance.randrange(1, 100), _type("int")))
        case 5:
            return Binary("&", left, Const((1 << chance.randrange(1, 31)) - 1, _type("int")))
        case 6:
            return Binary(chance.choice(("<", "<=", ">", ">=", "==", "!=", "&&", "||")), left, right)
        case _:
            return Binary(chance.choice("+-*"), left, right)


def _computed(exprs: list[Expr], values: dict[Var, int], folder: Path) -> list[int]:
    """What gcc's code makes of the expressions."""
    text = "".join(f"static {v.type.name} {v.name};\n" for v in values)
    text = f"#include <stdio.h>\n{text}int main(void) {{\n"
    text += "".join(f"{v.name} = ({v.type.name}){value}LL;\n" for v, value in values.items())
    for expr in exprs:
        kind = type_of(expr, DataModel.LP64)
        assert isinstance(kind, IntType)
        text += f'printf("{"%lld" if kind.signed else "%llu"}\\n", ({"" if kind.signed else "unsigned "}long long)'
        text += f"({Printer().expr(expr)}));\n"
    source, program = folder / "words.c", folder / "words"
    source.write_text(text + "}\n", encoding="utf-8")
    subprocess.run(["gcc", "-w", "-O0", "-fwrapv", str(source), "-o", str(program)], check=True)
    return [int(line) for line in subprocess.run([program], capture_output=True, check=True, text=True).stdout.split()]


def test_expressions_are_worth_what_gcc_computes(tmp_path: Path) -> None:
    chance = Random(7)
    values = {
        Var(f"v{n}", kind): chance.choice((kind.lowest, kind.highest, chance.randint(kind.lowest, kind.highest)))
        for n, kind in enumerate(_type(name) for name in TYPES)
        if kind.bits < 64
    }
    exprs = [_made(chance, 3, list(values)) for _ in range(EXPRESSIONS)]
    words = Words({v.name: number(value) for v, value in values.items()}, {}, DataModel.LP64, wraps=True)
    wrong: list[Term] = [
        ("distinct", words.value(expr), number(value))
        for expr, value in zip(exprs, _computed(exprs, values, tmp_path), strict=True)
    ]
    solver = z3.Solver()
    solver.from_string("\n".join(map(show, [*prelude(), ("assert", ("or", *wrong, FALSE))])))
    assert solver.check() == z3.unsat
    assert len({type(expr) for expr in exprs}) == 4


def test_a_condition_guards_what_stands_behind_it() -> None:
    kind = _type("int")
    x, noted = Var("x", kind), []
    words = Words(
        {"x": "x"}, {}, DataModel.LP64, wraps=False, ranged=lambda guard, fact: noted.append((guard, fact))
    )  # fmt: skip
    zero = Binary("<", x, Const(0, kind))
    words.truth(Binary("||", zero, Binary("<", Binary("+", x, Const(1, kind)), Const(5, kind))))
    assert [guard for guard, _ in noted] == [opposite(("<", "x", "0"))]
    words.truth(Binary("&&", zero, Binary("+", x, x)))
    assert noted[-1][0] == ("<", "x", "0")


def test_what_the_bits_are_is_a_function_of_the_operands() -> None:
    x = Var("x", _type("int"))
    words = Words({"x": "x"}, {}, DataModel.LP64, wraps=True)
    assert show(words.value(Binary("^", x, x))) == "(s32 (xor.s32 x x))"


def test_of_bits_it_is_known_that_operands_may_be_exchanged_but_not_those_of_shifts() -> None:
    laws = [one for one in prelude() if one[0] == "assert"]
    assert sorted(law[1][2][1][1][0].partition(".")[0] for law in laws) == sorted(["and", "or", "xor"] * 8)
