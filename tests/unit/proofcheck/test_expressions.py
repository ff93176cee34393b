"""The values of expressions in the checker, compared with those of compiled code."""

from __future__ import annotations

import subprocess
from operator import and_, or_, xor
from pathlib import Path
from random import Random

import pytest
import z3

from veriabs.core.ctext import Printer
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary, Var
from veriabs.core.source import DataModel
from veriabs.core.types import IntType
from veriabs.core.typing_rules import named_type, type_of
from veriabs.proofcheck.expressions import ExpressionTranslator, prelude
from veriabs.proofcheck.terms import FALSE, SmtTerm, negate, number, show

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
    """The values of the expressions in code compiled by gcc."""
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


def test_expressions_have_the_values_computed_by_gcc(tmp_path: Path) -> None:
    chance = Random(7)
    values = {
        Var(f"v{n}", kind): chance.choice((kind.lowest, kind.highest, chance.randint(kind.lowest, kind.highest)))
        for n, kind in enumerate(_type(name) for name in TYPES)
        if kind.bits < 64
    }
    exprs = [_made(chance, 3, list(values)) for _ in range(EXPRESSIONS)]
    known = {v.name: number(value) for v, value in values.items()}
    translator = ExpressionTranslator(known, {}, DataModel.LP64, wraps=True)
    wrong: list[SmtTerm] = [
        ("distinct", translator.value(expr), number(value))
        for expr, value in zip(exprs, _computed(exprs, values, tmp_path), strict=True)
    ]
    solver = z3.Solver()
    solver.from_string("\n".join(map(show, [*prelude(), ("assert", ("or", *wrong, FALSE))])))
    assert solver.check() == z3.unsat
    assert len({type(expr) for expr in exprs}) == 4


def test_short_circuit_operand_guards_the_next_one() -> None:
    kind = _type("int")
    x, noted = Var("x", kind), []
    translator = ExpressionTranslator(
        {"x": "x"}, {}, DataModel.LP64, wraps=False, ranged=lambda guard, fact: noted.append((guard, fact))
    )  # fmt: skip
    zero = Binary("<", x, Const(0, kind))
    translator.truth(Binary("||", zero, Binary("<", Binary("+", x, Const(1, kind)), Const(5, kind))))
    assert [guard for guard, _ in noted] == [negate(("<", "x", "0"))]
    translator.truth(Binary("&&", zero, Binary("+", x, x)))
    assert noted[-1][0] == ("<", "x", "0")


def test_bit_operations_are_functions_of_their_operands() -> None:
    x = Var("x", _type("int"))
    translator = ExpressionTranslator({"x": "x"}, {}, DataModel.LP64, wraps=True)
    assert show(translator.value(Binary("^", x, x))) == "(s32 (xor.s32 x x))"


def _held(term: SmtTerm, values: dict[str, int]) -> int:
    """The value of a law for numbers; the operators act on unbounded two's complement."""
    if isinstance(term, str):
        return values[term] if term in values else int(term)
    operator, *parts = term
    if operator == "-" and len(parts) == 1:
        return -_held(parts[0], values)
    sides = [_held(part, values) for part in parts]
    match operator.partition(".")[0]:
        case "=>":
            return not sides[0] or sides[1]
        case "and" if operator == "and":
            return all(sides)
        case "=":
            return sides[0] == sides[1]
        case "<=":
            return sides[0] <= sides[1]
        case name:
            return {"and": and_, "or": or_, "xor": xor}[name](*sides)


def test_axioms_of_bit_operations_hold() -> None:
    laws = [one[1] for one in prelude() if one[0] == "assert"]
    chance = Random(4)
    numbers = [-(1 << 31), -256, -1, 0, 1, 127, 128, 255, 256, 65535, 65536, (1 << 32) - 1, 1 << 32, (1 << 64) - 1]
    numbers += [chance.randrange(-(1 << bits), 1 << bits) for bits in (4, 8, 9, 16, 17, 32, 33, 63) for _ in range(4)]
    for quantifier, bound, (mark, fact, of, (pattern,)) in laws:
        assert (quantifier, mark, of) == ("forall", "!", ":pattern")
        assert {name for name, _ in bound} == {"x", "y"} and pattern[0].partition(".")[0] in ("and", "or", "xor")
        assert all(_held(fact, {"x": x, "y": y}) for x in numbers for y in numbers), show(fact)


def test_only_the_range_of_shifts_is_known() -> None:
    assert not any(name in show(one) for one in prelude() if one[0] == "assert" for name in ("shl.", "shr."))


@pytest.mark.parametrize(
    "said",
    [
        "(=> (and (<= 0 a 255) (<= 0 b 255)) (= (xor.s32 (xor.s32 b a) b) a))",
        "(=> (<= 0 a) (<= (and.s32 b a) a))",
        "(=> (and (<= 0 a 255) (<= 0 b 255)) (<= (or.u32 a b) 255))",
    ],
)
def test_bit_axioms_suffice_for_z3(said: str) -> None:
    lines = [*map(show, prelude()), "(declare-const a Int)", "(declare-const b Int)"]
    solver = z3.Solver()
    solver.from_string("\n".join([*lines, f"(assert (not {said}))"]))
    assert solver.check() == z3.unsat
