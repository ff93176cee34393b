"""Readers of contracts agree, event by event, on random clauses and on every pair of operators.

`share` gives `make test` 100 clauses of each notation, the long tier 1,000 and the slow one 2,000. Frama-C is Debian's
frama-c-base; its run-time library needs libgmp-dev.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from clause_generator import ACSL, CPROVER, Clause, Function, Spelling, Tree, functions, printed
from clause_oracles import (
    FRAMA_C,
    REQUIRES,
    Values,
    all_required,
    by_cbmc,
    by_clauses,
    by_eacsl,
    by_eva,
    by_frontend,
)

from veriabs.core.copying import replace
from veriabs.solvers.driver import Cbmc
from veriabs.validation.clauses import ClauseLanguage

CLAUSES = 100
BATCHES = range(1, 21)
LEAST_DECIDED = {"E-ACSL": 0.4, "CBMC": 0.9, "clauses": 0.9, "front end": 0.5}
"""The share of events that a reader has to decide, or its comparison shows nothing."""

GMP = any(Path(folder, "gmp.h").exists() for folder in ("/usr/include", "/usr/include/x86_64-linux-gnu"))
needs_frama_c = pytest.mark.skipif(
    shutil.which("frama-c") is None or not (FRAMA_C / "e_acsl_rtl.c").exists() or not GMP,
    reason="Frama-C's E-ACSL is missing: apt-get install frama-c-base libgmp-dev",
)


def differences(drawn: list[Function], spelling: Spelling, readers: dict[str, Values]) -> list[str]:
    """The events that two readers see differently, with the clause and the input."""
    found = list[str]()
    for event in sorted(set[tuple[int, int, int]]().union(*readers.values())):
        said = {name: values[event] for name, values in readers.items() if values.get(event) is not None}
        if len(set(said.values())) > 1:
            function = drawn[event[0]]
            clause = "all that is required" if event[2] == REQUIRES else _text(function.clauses[event[2]], spelling)
            found.append(
                f"{clause}\n  of {function.head()} {{ {function.body} }}\n  on {function.inputs[event[1]]}: {said}"
            )
    return found


def _text(clause: Clause, spelling: Spelling) -> str:
    return f"{clause.behavior} {clause.kind} {printed(clause.tree, spelling)}".strip()


def decided(values: Values) -> float:
    return sum(one is not None for one in values.values()) / len(values)


def compare(drawn: list[Function], spelling: Spelling, readers: dict[str, Values]) -> None:
    assert differences(drawn, spelling, readers) == []
    shares = {name: decided(values) for name, values in readers.items()}
    assert {name: share for name, share in shares.items() if share < LEAST_DECIDED[name]} == {}


@needs_frama_c
@pytest.mark.share(60, 2)
@pytest.mark.parametrize("seed", BATCHES)
def test_acsl_is_evaluated_as_frama_c_does(seed: int, tmp_path: Path) -> None:
    drawn = functions(seed, CLAUSES, exact=True)
    compare(
        drawn, ACSL, {"E-ACSL": by_eacsl(drawn, tmp_path), "clauses": by_clauses(drawn, ClauseLanguage.ACSL, tmp_path)}
    )


@pytest.mark.cbmc
@pytest.mark.share(60, 2)
@pytest.mark.parametrize("seed", BATCHES)
def test_clauses_of_cbmc_are_evaluated_as_cbmc_does(seed: int, tmp_path: Path, cbmc: Cbmc) -> None:
    drawn = functions(seed, CLAUSES, exact=False)
    readers = {"CBMC": by_cbmc(drawn, cbmc, tmp_path), "clauses": by_clauses(drawn, ClauseLanguage.CPROVER, tmp_path)}
    compare(drawn, CPROVER, readers)


@pytest.mark.share(60, 2)
@pytest.mark.parametrize(("notation", "seed"), tuple(product(ClauseLanguage, BATCHES)))
def test_generated_main_has_the_meaning_of_the_contract(notation: ClauseLanguage, seed: int, tmp_path: Path) -> None:
    drawn = functions(seed, CLAUSES, exact=notation is ClauseLanguage.ACSL)
    compare_front_end(drawn, notation, tmp_path)


def alone(function: Function) -> Iterator[Function]:
    """The function with each of its clauses alone; those of behaviors with what all behaviors assume.

    The generated `main` chooses a value that is required to exist, so that no run of it says whether there is one.
    """
    for clause in function.clauses:
        chosen = clause.kind == "requires" and _has(clause.tree, "exists")
        if clause.kind in ("requires", "ensures") and not chosen:
            others = (one for one in function.clauses if one.kind not in ("requires", "ensures"))
            clauses = (*(others if clause.behavior else ()), clause)
            yield replace(function, clauses=tuple(sorted(clauses, key=lambda one: one.behavior)))


def _has(tree: Tree, op: str) -> bool:
    return tree.op == op or any(_has(one, op) for one in tree.args)


def compare_front_end(drawn: list[Function], notation: ClauseLanguage, folder: Path) -> None:
    """Postconditions are compared on inputs that the generated `main` lets through; each clause by itself."""
    drawn = [replace(one, name=f"f{at}") for at, one in enumerate(one for each in drawn for one in alone(each))]
    values, refused = by_frontend(drawn, notation, folder)
    assert len(refused) < 0.7 * len(drawn), refused
    evaluated = by_clauses(drawn, notation, folder)
    expected = evaluated | all_required(drawn, evaluated)
    spelling = ACSL if notation is ClauseLanguage.ACSL else CPROVER
    compare(
        drawn,
        spelling,
        {"front end": {event: values.get(event) for event in expected if event in values}, "clauses": expected},
    )


PLAIN = (
    Clause("requires", Tree(">", (Tree("atom", text="x"), Tree("atom", text="0")), kind="bool")),
    Clause("ensures", Tree("==", (Tree("result"), Tree("atom", text="y")), kind="bool")),
    Clause(
        "ensures",
        Tree("==", (Tree("atom", text="g"), Tree("old", (Tree("atom", text="g", ctype="int"),))), kind="bool"),
    ),
)
INPUTS = tuple({"g": 3, "x": x, "y": y} for x, y in ((0, 1), (5, 7), (3, 3), (-1, -1)))


@pytest.mark.parametrize("notation", ClauseLanguage)
def test_the_generated_main_is_run_on_the_inputs(notation: ClauseLanguage, tmp_path: Path) -> None:
    """Clauses that any reader understands: x > 0, \\result == y, g == \\old(g)."""
    parameters = (("int", "x"), ("int", "y"))
    drawn = [Function("f0", "int", parameters, "g = x; return y;", PLAIN, INPUTS)]
    values, refused = by_frontend(drawn, notation, tmp_path)
    assert not refused
    passed = {(0, 1): False, (0, 2): True}
    assert {event[:2]: holds for event, holds in values.items() if event[2] == 2} == passed
    assert [values[0, number, REQUIRES] for number in range(4)] == [False, True, True, False]
    compare_front_end(drawn, notation, tmp_path)


def test_a_difference_is_seen(tmp_path: Path) -> None:
    """Between the clause as it is written and another reading of it."""
    drawn = functions(1, 10, exact=True)
    values = by_clauses(drawn, ClauseLanguage.ACSL, tmp_path)
    event, holds = next((event, holds) for event, holds in values.items() if holds is not None)
    (told,) = differences(drawn, ACSL, {"clauses": values, "other": {**values, event: not holds}})
    assert _text(drawn[event[0]].clauses[event[2]], ACSL) in told


TERMS = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "-->", "<-->")
RELATIONS = ("<", "<=", ">", ">=", "==", "!=")
CONNECTIVES = ("&&", "||", "==>", "<==>")


def pairs(first: str) -> list[Function]:
    """A function for each operator behind this one, which requires `x first y second g`, or a comparison of that.

    `x - y` is not negative: E-ACSL rounds `-1 >> 2` towards zero, as no compiler does.
    """
    random, found = Random(first), list[Function]()
    for second in (*TERMS, *RELATIONS, *CONNECTIVES):
        text = f"x {first} y {second} g"
        texts = [f"({text}) > gs.a", f"({text}) == gs.a"] if {first, second} <= set(TERMS) else [text]
        clauses = tuple(Clause("requires", Tree("atom", text=one)) for one in texts)
        least = [0 if one not in ("/", "%") else 1 for one in ("", first, second, "")]
        names = ("x", "y", "g", "gs.a")
        inputs = [{n: random.randint(low, 4) for n, low in zip(names, least, strict=True)} for _ in range(8)]
        if first == "-":
            inputs = [{**one, "x": one["x"] + one["y"]} for one in inputs]
        parameters = (("int", "x"), ("int", "y"))
        found.append(Function(f"f{len(found)}", "int", parameters, "return x;", clauses, tuple(inputs)))
    return found


@needs_frama_c
@pytest.mark.long
@pytest.mark.parametrize("first", (*TERMS, *RELATIONS, *CONNECTIVES))
def test_every_pair_of_operators_groups_as_in_frama_c(first: str, tmp_path: Path) -> None:
    """Frama-C ignores expressions that it cannot type, like `x & (y == g)`."""
    drawn = pairs(first)
    readers = {"E-ACSL": by_eacsl(drawn, tmp_path), "clauses": by_clauses(drawn, ClauseLanguage.ACSL, tmp_path)}
    assert differences(drawn, ACSL, readers) == []
    assert decided(readers["E-ACSL"]) > 0.3


@needs_frama_c
def test_every_pair_of_connectives_groups_as_in_frama_c(tmp_path: Path) -> None:
    """For Frama-C's Eva, which knows `^^` as well: it has the truth values as numbers."""
    texts = [f"x {first} y {second} g" for first, second in product((*CONNECTIVES, "^^"), repeat=2)]
    texts += [f"x {one} y ? g : x" for one in (*CONNECTIVES, "^^")] + [
        f"x ? y : g {one} x" for one in (*CONNECTIVES, "^^")
    ]
    values = tuple({"x": x, "y": y, "g": g} for x, y, g in product((0, 1), repeat=3))
    clauses = tuple(Clause("requires", Tree("atom", text=text)) for text in texts)
    drawn = [Function("f0", "int", (("int", "x"), ("int", "y")), "return x;", clauses, values)]
    readers = {"Eva": by_eva(texts, values, tmp_path), "clauses": by_clauses(drawn, ClauseLanguage.ACSL, tmp_path)}
    assert differences(drawn, ACSL, readers) == []
    assert decided(readers["Eva"]) == 1
