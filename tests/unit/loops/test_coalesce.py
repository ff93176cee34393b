"""A nest coalesced into one loop behaves like the nest: both are compiled and run, and end in the same state."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.loop_model import LoopFacts, LoopModel, Quantifier
from veriabs.core.statements import Stmt
from veriabs.loops.coalesce import coalesce

NESTS = {
    "rows": "for (i = 0; i < N; i++) for (j = 0; j < M; j++) d[i][j] = 10 * i + j;",
    "triangle": "for (i = 0; i < N; i++) { c[i] = 1; for (j = i + 1; j < N; j++) d[i][j] = j; c[i] += j; }",
    "falling": "for (i = N - 1; i >= 0; i--) for (j = M; j > 0; j--) { d[i][j - 1] = t; t++; }",
    "code around": "for (i = 0; i < N; i++) { t = t + 1; for (j = 0; j < i; j++) d[i][j] = t; c[i] = j + t; }",
    "kept": "for (i = 0; i < N; i++) { t = 2 * i; for (j = t; j < t + M; j++) d[i][j - t] = t; c[i] = t; }",
    "a start by another name": "for (i = 0; i < N; i++) { t = i; for (j = t; j < M; j++) { d[i][j] = t; t = 3; } }",
    "of what changes": "for (i = 0; i < N; i++) { j = i; t = j; for (k = 0; k < M; k++) { d[i][k] = t; j = 5; } }",
    "no inner iteration": "for (i = 0; i < N; i++) { for (j = 3; j < i - 1; j++) d[i][j] = 1; c[i] = j; }",
    "three": "for (i = 0; i < N; i++) for (j = 0; j < M; j++) { for (k = j; k < 9; k++) t = 3 * t + k; d[i][j] = t; }",
    "with what is behind": "for (i = 0; i < N; i++) for (j = 0; j < M; j++) t += i ^ j; c[0] = i; c[1] = j;",
    "behind a start": "i = x; for (; i < N; i++) for (j = x; j < M; j++) d[i][j] = t++; c[0] = i;",
}
LEFT_ALONE = {
    "ends early": "for (i = 0; i < N; i++) for (j = 0; j < M; j++) { if (d[i][j] == t) break; t += j; }",
    "count that changes": "for (i = 0; i < N; i++) for (j = 0; j < t; j++) { d[i][0] = j; t--; }",
    "start that is overwritten": "for (i = 0; i < N; i++) { j = t; t = 1; for (; j < M; j++) d[i][j] = 1; }",
    "counter that goes on": "for (i = 0; i < N; i++) for (; j < M; j++) d[i][j] = 1;",
    "two inner loops": "for (i = 0; i < N; i++) { for (j = 0; j < M; j++) c[i] = j; for (j = 0; j < M; j++) c[i]++; }",
    "a condition around": "for (i = 0; i < N; i++) if (c[i]) for (j = 0; j < M; j++) c[i] = j;",
    "continue": "for (i = 0; i < N; i++) for (j = 0; j < M; j++) { if (j == t) continue; d[i][j] = 1; }",
}


def task(model: Callable[[str], LoopModel], code: str, n: int, m: int) -> LoopModel:
    sizes = f"enum {{ N = {n}, M = {m} }};".replace("enum", "enum size")
    cells = " && ".join(["c[x] == y", "d[x][y] == z", "t + i + j + k == z"])
    return model(
        f"{sizes} int c[30], d[30][30];\n"
        "int main(void) { int i = 0, j = 0, k = 0, t = 0, z = __VERIFIER_nondet_int();\n"
        f"unsigned x = __VERIFIER_nondet_uint() % 3, y = __VERIFIER_nondet_uint() % 30; {code}\n"
        f"__VERIFIER_assert({cells}); }}"
    )


def outcome(found: LoopModel, folder: Path, name: str) -> str:
    """The final contents of arrays and of the program's scalars, with 2 for every input."""
    known = [scalar for scalar in found.scalars if scalar in ("i", "j", "k", "t")]
    code: list[Stmt] = []
    for segment in found.segments:
        code += (segment.loop,) if isinstance(segment, LoopFacts) else segment
    printer = Printer(
        havoc=lambda stmt, target: f"{target} = 2;", violate=lambda stmt, test: "goto shown;", block="goto shown;"
    )
    arrays = [(a.name, "".join(f"[{Printer().expr(size)}]" for size in a.sizes)) for a in found.program.arrays.values()]
    text = "\n".join(
        [
            "#include <stdio.h>",
            *(f"static {found.program.arrays[a].type.name} {a}{sizes};" for a, sizes in arrays),
            *(f"static {scalar.type.name} {scalar.name};" for scalar in found.scalars.values()),
            "int main(void) {",
            *printer.lines(code),
            "shown:;",
            *(f'printf("{scalar}=%lld\\n", (long long){scalar});' for scalar in known),
            *(f'for (unsigned q = 0; q < sizeof {a} / 4; q++) printf("%d ", ((int *){a})[q]);' for a, _ in arrays),
            "}",
        ]
    )
    source = folder / f"{name}.c"
    source.write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "-w", "-o", folder / name, source], check=True)
    return subprocess.run([folder / name], check=True, capture_output=True, text=True).stdout


@pytest.mark.share(3)
@pytest.mark.parametrize("name", NESTS)
@pytest.mark.parametrize(("n", "m"), [(13, 17), (1, 9), (16, 16)])
def test_coalesced_loop_behaves_like_the_nest(
    model: Callable[[str], LoopModel], tmp_path: Path, name: str, n: int, m: int
) -> None:
    nest = task(model, NESTS[name], n, m)
    one = coalesce(nest)
    assert one is not None and all(facts.obstacle is None for facts in one.loops)
    assert outcome(one, tmp_path, "one") == outcome(nest, tmp_path, "nest")


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_a_nest_without_known_counts_is_left_alone(model: Callable[[str], LoopModel], name: str) -> None:
    assert coalesce(task(model, LEFT_ALONE[name], 13, 17)) is None


def test_a_nest_that_only_looks_is_a_family_of_clauses(model: Callable[[str], LoopModel]) -> None:
    found = coalesce(
        model(
            "int d[20][20]; int main(void) { for (int i = 0; i < 20; i++) for (int j = i; j < 20; j++)"
            " __VERIFIER_assert(d[i][j] == 0); }"
        )
    )
    assert found is not None and found.loops == ()
    assert found.goal.quantifier is Quantifier.FORALL and found.goal.facts is not None
    assert found.goal.facts.nest is not None and found.goal.facts.nest.bits == 5


def test_coalesced_loop_shares_no_identity_with_its_nest(model: Callable[[str], LoopModel]) -> None:
    nest = task(model, NESTS["rows"], 13, 17)
    one = coalesce(nest)
    assert one is not None
    assert not {facts.loop.id for facts in nest.loops} & {facts.loop.id for facts in one.loops}
