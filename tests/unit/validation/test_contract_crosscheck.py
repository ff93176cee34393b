"""Test that a clause which two parsers read differently takes the verdict away."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.clauses import ReadClause
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Entry, Task, Where
from veriabs.frontend.contract.reader import read_clause
from veriabs.frontend.contract.spelling import explicit, outline
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.program import entered_text
from veriabs.validation.contract_crosscheck import read_in_two_ways

PROGRAMS = sorted((Path(__file__).parents[2] / "programs" / "contracts").glob("*.c"))
HERE = Where("f.c", 3)


def clause(text: str, notation: Notation = Notation.ACSL) -> ReadClause:
    node = read_clause(text, notation, HERE)
    return ReadClause("requires", text, notation.value, HERE, explicit(node), outline(node))


@pytest.mark.parametrize(
    "text",
    [
        r"\result >= 0 && (x > 0 ==> \result == 5) || !a",
        r"0 <= i < n <==> a[i] == \old(a[i - 1])",
        r"\forall integer i, j; 0 <= i < j < n ==> a[i] <= a[j]",
        r"a ==> \exists int k; 0 <= k < n && p->x[k].y == -k",
        r"\valid(a + (0 .. n-1)) && \separated(a, b)",
        r"(unsigned char)x == (x & 255) ^ ~y << 2 || sizeof(int) * n > 3",
        r"a ? b : c ? d : e",
        r"x == y == 1 ^^ a --> b | c <--> d",
        r"\let k = n - 1; a[k] == \at(x, Here)",
    ],
)
def test_both_parsers_agree(text: str) -> None:
    assert read_in_two_ways([clause(text)]) == ""


def test_clauses_of_cbmc_are_compared_as_well() -> None:
    text = "a < b == c < d && __CPROVER_forall { unsigned k; k < n ==> p[k] == __CPROVER_old(x) }"
    assert read_in_two_ways([clause(text, Notation.CPROVER)]) == ""


@pytest.mark.parametrize("wrong", ["((a && b) ==> c)", "(a && (b || c))"])
def test_difference_is_reported_with_both_readings(wrong: str) -> None:
    said = read_in_two_ways([replace(clause("a && (b ==> c)"), outline=wrong)])
    assert said.endswith(f"at f.c:3 is read as {wrong} and as (a && (b ==> c))")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_contracts_of_the_traps_are_read_alike(path: Path) -> None:
    words = path.read_text(encoding="utf-8").split(";")[0].split()
    if "--function" not in words:
        pytest.skip("the entry is main")
    try:
        entered = entered_text(Task(path, entry=Entry(words[words.index("--function") + 1])))
    except (InputError, UnsupportedError):
        return
    assert read_in_two_ways(entered.contract) == ""
