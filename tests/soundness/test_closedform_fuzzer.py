"""The attack on closed forms: a seeded share of it, and that it finds planted faults.

The long run is `python tests/soundness/closedform_fuzzer.py --programs 20000`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace

import closedform_batch
import pytest
from closedform_batch import GENERATED, TASKS, Batch, Claimed, refuted, run_batch
from closedform_mutants import MUTATIONS, Mutation, mutant, resized, split
from closedform_native import OUTSIDE, Native
from closedform_programs import HEAD, LARGEST, claims, draft
from closedform_tally import Result, merged, table

SEED = 11
INPUT = "  int n = __VERIFIER_nondet_int();\n  if (n < 0 || n > N) abort();\n"


def c_text(body: str, outside: str = "int a[N], b[N];") -> str:
    return f"{HEAD}#define N 20\n{outside}\nint main(void) {{\n{INPUT}  {body}\n  return 0;\n}}\n"


SUM = "for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n; i++) s += a[i];"
LATE = c_text("int s = 0; for (int i = 0; i < n; i++) s += i; __VERIFIER_assert(s < 8);")
HOLDS = c_text(f"int s = 0; {SUM} __VERIFIER_assert(2 * s == n * (n - 1));")
OVERFLOWS = c_text("int x = 2147483647; for (int i = 0; i < n; i++) x += 1; __VERIFIER_assert(x > 0);")
BEHIND = c_text("for (int i = 0; i <= n; i++) a[i] = 0;", "int a[7];")
HEAP = "void *malloc(unsigned long); int *a = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) a[i + 1] = 0;"


@pytest.fixture
def native(tmp_path: Path) -> Native:
    return Native(tmp_path, wraps=False)


# -------------------------------------------------------------------------------------------------------- native runs


def test_smallest_size_that_fails_is_found(native: Native) -> None:
    late, holds = native.run([LATE, HOLDS])
    assert late.failed == {0: 5}
    assert holds.failed == {}
    assert holds.passed[0] > 100


def test_run_ends_with_an_overflow_unless_it_wraps(native: Native, tmp_path: Path) -> None:
    assert native.run([OVERFLOWS])[0].failed == {}
    assert Native(tmp_path, wraps=True).run([OVERFLOWS])[0].failed == {0: 1}


@pytest.mark.parametrize("text", [BEHIND, c_text(HEAP, "")], ids=["array", "heap"])
def test_access_out_of_bounds_is_found(text: str, native: Native) -> None:
    (seen,) = native.run([text])
    assert OUTSIDE in seen.failed


def test_program_that_does_not_compile_takes_no_other_along(native: Native) -> None:
    broken, late = native.run([c_text("this is no C;"), LATE])
    assert not broken.complete
    assert late.failed == {0: 5}


def test_every_claim_is_recorded_separately(native: Native) -> None:
    made = draft(Random(3))
    (seen,) = native.run([made.checked(["__VERIFIER_assert(1);", "__VERIFIER_assert(n != 2);"])])
    assert 1 in seen.passed
    assert 1 not in seen.failed
    assert seen.failed[2] == 2


@pytest.mark.share(3)
@pytest.mark.parametrize("task", sorted(TASKS.glob("closed_forms/*.c"))[::9], ids=lambda task: task.stem)
def test_labels_of_tasks_agree_with_native_runs(task: Path, native: Native) -> None:
    (seen,) = native.run([resized(Random(0), task.read_text(encoding="utf-8"))])
    safe = "expected_verdict: true" in task.with_suffix(".yml").read_text(encoding="utf-8")
    assert seen.complete
    assert (seen.failed == {}) == safe


# ------------------------------------------------------------------------------------------------- programs and mutants


def test_mutants_differ_only_after_the_head() -> None:
    text = (TASKS / "closed_forms" / "count_complement.c").read_text(encoding="utf-8")
    made = [mutant(Random(seed), text) for seed in range(200)]
    assert len(set(made)) > 150
    assert {split(one)[0] for one in made} == {split(text)[0]}


@pytest.mark.parametrize("mutation", dict.fromkeys(MUTATIONS), ids=lambda mutation: mutation.__name__)
def test_each_mutation_changes_some_task(mutation: Mutation) -> None:
    bodies = [split(task.read_text(encoding="utf-8"))[1] for task in sorted(TASKS.glob("closed_forms/*.c"))]
    assert any(mutation(Random(seed), body) != body for seed, body in enumerate(bodies))


def test_same_seed_makes_the_same_program() -> None:
    first, second = ([draft(Random(n)).text for n in range(30)] for _ in range(2))
    assert first == second


def test_polynomials_are_laid_through_values(native: Native) -> None:
    made = draft(Random(1))
    values = [(n, "s", n * (n - 1) // 2) for n in range(1, 9)]
    assert "__VERIFIER_assert(n < 2 || 2LL * s == -1LL * n + 1LL * n * n);" in claims(Random(0), made, values)


# ----------------------------------------------------------------------------------------------------- the whole attack


def test_wrong_answers_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A prover that answers TRUE for every program."""
    answer = SimpleNamespace(proved=True, up_to_overflow=True, reason="")
    monkeypatch.setattr(closedform_batch, "decide", lambda *rest: answer)
    monkeypatch.setattr(closedform_batch, "CBMC_EVERY", 10**9)
    batch = Batch(Random(1), tmp_path, mutated=12)
    result = batch.run(generated=False)
    assert len(result.wrong) > 3
    assert "wrong" in table({0: result.plain()})


@pytest.mark.cbmc
def test_bounded_run_of_cbmc_finds_wrong_answers(tmp_path: Path) -> None:
    wrong = c_text("int s = 0; for (int i = 0; i < n; i++) s += i; __VERIFIER_assert(s < 3);")
    assert "FAILURE" in str(refuted(wrong, tmp_path, relies=False))
    assert refuted(HOLDS, tmp_path, relies=False) == ""
    assert refuted(OVERFLOWS, tmp_path, relies=True) is None
    batch = Batch(Random(1), tmp_path)
    batch.bounded(Claimed(GENERATED, wrong, relies=False))
    assert [why for why, _ in batch.result.wrong]


def share(result: Result) -> tuple[int, int]:
    tallies = merged({0: result.plain()}).values()
    return sum(tally.asked for tally in tallies), sum(tally.words["TRUE"] for tally in tallies)


@pytest.mark.cbmc
@pytest.mark.parametrize(
    "generated", [pytest.param(True, marks=pytest.mark.long, id="generated"), pytest.param(False, id="mutants")]
)
def test_no_answer_is_wrong(generated: bool, tmp_path: Path) -> None:
    result = Batch(Random(SEED), tmp_path, mutated=8, drafted=2).run(generated)
    assert result.wrong == []
    assert result.errors == []
    asked, proved = share(result)
    assert asked >= 8 - 2 * generated
    assert proved > 0, "an attack on nothing"


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_no_answer_is_wrong_in_a_longer_run(number: int) -> None:
    result = run_batch(SEED, number)
    assert result.wrong == []
    assert result.errors == []


def test_limit_of_generated_programs_is_small_enough_for_native_runs() -> None:
    assert LARGEST <= 1000
