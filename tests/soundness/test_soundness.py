"""A seeded share of the soundness laboratory, every program that once got a wrong answer, and the laboratory itself.

The long run is `make soundness PROGRAMS=20000`.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import (
    ALONE,
    ALONE_EVERY,
    HELPED,
    NATIVE_EVERY,
    PLAIN,
    PORTFOLIO_EVERY,
    WAYS,
    Answer,
    ask,
    configurations,
    judge,
)
from generator import batch, programs
from hazards import HAZARDS
from hypothesis import HealthCheck, given, settings
from laboratory import BATCH, PROOFS, Result, Wrong, keep, own, run_batch, table
from oracle import Oracle, Truth
from reducer import reduce
from scenes import SCENES, reverse
from tree import HEAD, Halt, Line, Program, changed, loops, numbered, size

from veriabs.core.copying import replace
from veriabs.core.results import Verdict
from veriabs.loops import flatten
from veriabs.solvers.driver import Cbmc

HERE = Path(__file__).parent
REGRESSIONS = sorted((HERE / "regressions").glob("*.c"))
SEED, BATCHES, EACH = 20, 7, 10
REACHES = '#include <stdio.h>\nint main(void) { %s fputs("the error is reached", stderr); return 1; }\n'
FILL = "  for (int i = 0; i < n; i++) a[i] = 1;\n  for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1);\n"
WANTED = (
    *("descending", "bounds differ by one", "offset", "reversed index", "strided index", "conditional write"),
    *("second index", "minimum", "maximum", "climbing minimum", "flag", "counter", "last value", "in place"),
    *("break", "continue", "return", "abort", "assume", "data-dependent exit", "alias", "struct", "static"),
    *("unsigned int counter", "unsigned char counter", "wrapping counter", "symbolic size", "constant size", "large"),
    *("forall", "exists", "scalar", "several properties", "inner assertion", "mutated", "perturbed property"),
    *("search gives up", "flag is cleared", "property that writes", "hostile name", "signed char flag"),
    *(f"scene {maker.__name__}" for maker in (*SCENES, *HAZARDS) if maker is not reverse),
    *("1 loops", "2 loops", "3 loops", "4 loops", "while", "do", "sum", "nested", "zero array", "stages"),
)


@pytest.fixture
def oracle(cbmc: Cbmc, tmp_path: Path) -> Oracle:
    return Oracle(cbmc, tmp_path)


def c_text(body: str, number: int = 6, least: int = 0) -> str:
    head = f"{HEAD}#define N {number}\nint a[N + 2];\nint main(void) {{\n  int n = __VERIFIER_nondet_int();\n"
    return f"{head}  if (n < {least} || n > N) abort();\n{body}  return 0;\n}}\n"


def sample(count: int = 700) -> list[Program]:
    return batch(SEED, 1000, count)


# --------------------------------------------------------------------------------------------------- the share itself


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("number", range(BATCHES))
def test_no_answer_is_wrong(number: int, cbmc: Cbmc) -> None:
    result = run_batch(SEED, number, EACH, PROOFS)
    assert [wrong.text for wrong in result.wrong] == []
    proofs = [result.tallies[way] for way in PROOFS]
    assert sum(tally.programs for tally in proofs) == EACH
    assert sum(tally.accepted for tally in proofs) >= 0.4 * EACH, "rejected programs prove nothing"


@pytest.mark.share(3, 3)
@pytest.mark.cbmc
@pytest.mark.parametrize("way", ["native", "bounded", "portfolio"])
def test_no_answer_is_wrong_with_other_options(way: str, oracle: Oracle) -> None:
    for program in batch(SEED, 500, 3):
        answer = ask(program.text, way, oracle.cbmc, timeout=2.0)
        found = judge(program.text, answer, oracle)
        assert found is None or not found.wrong, f"{found}\n{program.text}"


@pytest.mark.share(10, 3)
@pytest.mark.cbmc
@pytest.mark.parametrize("way", ALONE)
def test_no_answer_is_wrong_of_a_strategy(way: str, oracle: Oracle) -> None:
    for number in range(2):
        program = own(SEED, number, way)
        found = judge(program.text, ask(program.text, way, oracle.cbmc), oracle)
        assert found is None or not found.wrong, f"{found}\n{program.text}"


@pytest.mark.cbmc
@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_regression(path: Path, oracle: Oracle) -> None:
    text = path.read_text(encoding="utf-8")
    assert oracle.truth(text) in ((Truth.SAFE, Truth.UNDECIDED) if _safe(text) else (Truth.UNSAFE,))
    _right(text, path.stem.rsplit("_", 1)[0], oracle)


@pytest.mark.cbmc
@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_regression_with_other_options(path: Path, way: str, oracle: Oracle) -> None:
    _right(path.read_text(encoding="utf-8"), way, oracle)


def _safe(text: str) -> bool:
    return text.startswith("// VERDICT: safe.")


def _right(text: str, way: str, oracle: Oracle) -> None:
    assert ask(text, way, oracle.cbmc).verdict is not (Verdict.FALSE if _safe(text) else Verdict.TRUE)


# ------------------------------------------------------------------------------------------------------- the generator


def test_programs_have_everything() -> None:
    found = Counter(feature for program in sample() for feature in program.features)
    assert {feature: found[feature] for feature in WANTED if found[feature] < 5} == {}


def test_sizes_include_the_smallest() -> None:
    assert {program.number for program in sample()} >= {0, 1, 2, 6, 200}
    assert any("n < 0 ||" in program.text for program in sample(50))
    assert any("n < 2 ||" in program.text for program in sample(50))


def test_batches_are_reproducible_and_differ() -> None:
    first = [program.text for program in batch(3, 7, 20)]
    assert first == [program.text for program in batch(3, 7, 20)]
    assert len(set(first)) == 20
    assert not set(first) & {program.text for program in batch(3, 8, 20)}
    assert not set(first) & {program.text for program in batch(4, 7, 20)}


def test_programs_compile(tmp_path: Path) -> None:
    """Warnings are expected: comparisons that are always true are part of the game. Errors are not."""
    files = []
    for number, program in enumerate(sample(150)):
        path = tmp_path / f"{number}.c"
        path.write_text(program.text, encoding="utf-8")
        files.append(path.name)
    call = ["gcc", "-Wall", "-fsyntax-only", *files]
    finished = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, [line for line in finished.stderr.splitlines() if "error" in line][:5]


@given(programs())
@settings(max_examples=50, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_program_loops_and_asserts(program: Program) -> None:
    assert loops(program.body)
    assert "__VERIFIER_assert(" in program.text.split("int main", 1)[1]
    assert program.text.count("{") == program.text.count("}")


# ---------------------------------------------------------------------------------------------------------- the oracle


@pytest.mark.cbmc
def test_oracle_finds_a_planted_bug(oracle: Oracle) -> None:
    assert oracle.truth(c_text(FILL)) is Truth.SAFE
    assert oracle.truth(c_text(FILL.replace("i < n; i++) a", "i < n - 1; i++) a"))) is Truth.UNSAFE
    assert oracle.truth(c_text(FILL + "  __VERIFIER_assert(n != 6);\n")) is Truth.UNSAFE
    assert oracle.truth(c_text(FILL + "  __VERIFIER_assert(n > 0);\n")) is Truth.UNSAFE
    assert oracle.truth(c_text(FILL + "  __VERIFIER_assert(n > 0);\n", least=1)) is Truth.SAFE


@pytest.mark.cbmc
def test_oracle_distinguishes_undefined_from_unsafe(oracle: Oracle) -> None:
    beyond = FILL.replace("i < n; i++) a", "i < n; i++) a[n + 8] = 1, a").replace("== 1", "== 2")
    assert oracle.truth(c_text(beyond, least=1)) is Truth.UNDEFINED
    overflow = "  int s = 2147483647 - 3;\n  for (int i = 0; i < n; i++) s++;\n  __VERIFIER_assert(s > 0);\n"
    assert oracle.truth(c_text(overflow)) is Truth.UNDEFINED
    assert oracle.truth(c_text(overflow + "  __VERIFIER_assert(n < 2);\n")) is Truth.UNSAFE


@pytest.mark.long
@pytest.mark.cbmc
def test_oracle_attacks_large_sizes(oracle: Oracle) -> None:
    """The bug is there from 100 on, or only at a size that is fixed."""
    late = FILL + "  __VERIFIER_assert(n < 100);\n"
    assert oracle.truth(c_text(FILL, 200)) is Truth.UNDECIDED
    assert oracle.truth(c_text(late, 200)) is Truth.UNSAFE
    assert oracle.truth(c_text(late, 90)) is Truth.UNDECIDED
    assert oracle.truth(c_text(FILL + "  __VERIFIER_assert(n != 3);\n", 200)) is Truth.UNSAFE
    fixed = c_text(FILL, 150).replace("int n = __VERIFIER_nondet_int();", "int n = N;")
    assert oracle.truth(fixed.replace("a[i] == 1", "a[i] == 1 + (i == 140)")) is Truth.UNSAFE


@pytest.mark.cbmc
def test_endless_program_is_undecided(oracle: Oracle) -> None:
    endless = "  for (unsigned char k = 0; k < 256; k++) a[0] = k;\n  __VERIFIER_assert(0);\n"
    assert oracle.truth(c_text(endless)) is Truth.UNDECIDED


@pytest.mark.cbmc
def test_judge_knows_wrong_from_right(oracle: Oracle) -> None:
    safe, unsafe = c_text(FILL), c_text(FILL.replace("i = 0; i < n; i++) a", "i = 1; i < n; i++) a"))
    for text, word, wrong in (
        (safe, Verdict.TRUE, False),
        (safe, Verdict.FALSE, True),
        (unsafe, Verdict.TRUE, True),
        (unsafe, Verdict.FALSE, False),
    ):
        found = judge(text, Answer(word, True, "", 0.0, REACHES % ""), oracle)
        assert found is not None
        assert bool(found.wrong) is wrong
    assert judge(unsafe, Answer(Verdict.UNKNOWN, True, "", 0.0), oracle) is None


@pytest.mark.cbmc
def test_claimed_counterexample_is_compiled_again(oracle: Oracle) -> None:
    text = c_text(FILL.replace("== 1", "== 2"), 200)
    answer = ask(text, "native", oracle.cbmc, timeout=60.0)
    assert answer.verdict is Verdict.FALSE
    found = judge(text, answer, oracle)
    assert found is not None
    assert not found.wrong
    lie = judge(text, replace(answer, claimed="int main(void) { return 0; }"), oracle)
    assert lie is not None
    assert lie.wrong


@pytest.mark.cbmc
def test_judge_believes_no_undefined_run(oracle: Oracle) -> None:
    """A proof covers wrapping arithmetic as well, unless it states that it relies on the absence of overflow."""
    overflow = "  int s = 2147483647 - 3;\n  for (int i = 0; i < n; i++) s++;\n  __VERIFIER_assert(s > 0);\n"
    proved = Answer(Verdict.TRUE, True, "", 0.0)
    strict, relying = (judge(c_text(overflow), replace(proved, relies=relies), oracle) for relies in (False, True))
    assert strict is not None
    assert strict.wrong
    assert relying is not None
    assert not relying.wrong
    assert oracle.reached(REACHES % "")
    assert not oracle.reached(REACHES % "volatile int s = 2147483647; s++;")
    assert not oracle.reached(REACHES % "int a[2]; volatile int i = 2; a[i] = 1;")


# --------------------------------------------------------------------------------------------------------- the reducer


def test_tree_is_changed_by_number() -> None:
    nodes = (Line("a;"), Halt("if (b)", (Line("c;"), Halt("if (d)", (Line("e;"),)))), Line("f;"))
    assert size(nodes) == 6
    heads = [node.code if isinstance(node, Line) else node.head for node in numbered(nodes)]
    assert heads == ["a;", "if (b)", "c;", "if (d)", "e;", "f;"]
    for number, head in enumerate(heads):
        seen: list[object] = []
        changed(nodes, number, lambda node, seen=seen: seen.append(node) or ())
        assert [getattr(node, "code", getattr(node, "head", "")) for node in seen] == [head]


def test_reducer_reduces() -> None:
    """The reducer keeps only the lines that the test for the error needs."""
    program = next(p for p in sample() if "4 loops" in p.features and "struct" in p.features)

    def wrong(variant: Program) -> bool:
        return "].x = " in variant.text and variant.number >= 2

    smallest = reduce(program, wrong, most=2000)
    assert smallest.number == 2
    assert size(smallest.body) + size(smallest.outside) == 1
    assert "].x = 0;" in smallest.text


def test_reducer_stops_in_time() -> None:
    asked: list[Program] = []
    program = sample(1)[0]
    assert reduce(program, lambda variant: asked.append(variant) is not None, most=15) == program
    assert len(asked) == 15


@pytest.mark.slow
@pytest.mark.cbmc
def test_planted_unsoundness_is_caught_and_kept(
    oracle: Oracle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laboratory on a tool that calls everything TRUE."""
    monkeypatch.setattr("laboratory.ask", lambda *_: Answer(Verdict.TRUE, True, "", 0.0))
    monkeypatch.setattr("laboratory.MOST_REDUCTIONS", 10)
    result = run_batch(SEED, 2, 3, PROOFS)
    assert result.wrong
    text = keep(result.wrong[0], tmp_path).read_text(encoding="utf-8")
    assert text.startswith("// VERDICT: unsafe. The laboratory found: TRUE, but an assertion can fail")
    assert oracle.truth(text) is Truth.UNSAFE


# ------------------------------------------------------------------------------------------------------- the long run


@pytest.fixture
def long_run(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    call = [sys.executable, str(HERE / "laboratory.py"), "--programs", "60", "--jobs", "1", "--every", "1"]
    with subprocess.Popen(
        [*call, "--json", str(tmp_path / "t.json"), "--only", PLAIN], stdout=subprocess.PIPE, text=True
    ) as run:
        yield run
        run.kill()


@pytest.mark.slow
@pytest.mark.cbmc
def test_interrupted_run_resumes(long_run: subprocess.Popen[str], tmp_path: Path) -> None:
    saved = tmp_path / "t.json"
    while not saved.exists() and long_run.poll() is None:
        time.sleep(0.2)
    long_run.send_signal(signal.SIGINT)
    said, _ = long_run.communicate(timeout=300)
    assert "goes on from here" in said
    assert "accepted" in said
    known = json.loads(saved.read_text(encoding="utf-8"))
    assert known["batches"] in ([0], [0, 1])
    count = len(known["batches"]) * BATCH
    assert known["table"][PLAIN]["programs"] == sum(PLAIN in configurations(number) for number in range(count))


def test_a_chosen_way_can_have_every_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("laboratory.ask", lambda *_: Answer(Verdict.UNKNOWN, True, "", 0.0))
    way = ALONE[0]
    assert run_batch(SEED, 0, BATCH, (way,), whole=True).tallies[way].programs == BATCH
    assert run_batch(SEED, 0, BATCH, (way,)).tallies[way].programs == 1
    assert run_batch(SEED, 0, BATCH).tallies[PLAIN].programs > 1


def test_every_way_has_its_share() -> None:
    counts = Counter(way for number in range(1000) for way in configurations(number))
    assert counts[PLAIN] + counts[HELPED] == 1000
    assert all(counts[way] == 1000 // ALONE_EVERY for way in ALONE)
    assert counts["native"] == counts["bounded"] == 1000 // NATIVE_EVERY
    assert counts["portfolio"] == 1000 // PORTFOLIO_EVERY


def test_table_shows_the_findings() -> None:
    result = Result(0)
    result.tallies[PLAIN].note(Answer(Verdict.TRUE, True, "", 1.0), None)
    result.tallies[PLAIN].note(Answer(Verdict.UNKNOWN, False, "no strategy applies: line 7", 3.0), None)
    done = {"table": {way: tally.plain() for way, tally in result.tallies.items()}}
    row = next(line for line in table(done).splitlines() if line.startswith(PLAIN))
    assert row.split() == [PLAIN, "2", "1", "(50", "%)", "1", "0", "0", "2.00"]
    assert "no strategy applies: line #" in table(done)


@pytest.mark.cbmc
def test_plain_unrolling_is_off(cbmc: Cbmc) -> None:
    nest = "  for (int i = 0; i < n; i++) for (int k = 0; k < 2; k++) a[i] = 1;\n"
    text = c_text(nest + FILL.splitlines()[1] + "\n")
    assert ask(text, PLAIN, cbmc).verdict is Verdict.UNKNOWN
    assert flatten.UNROLL_LIMIT == 8


def test_kept_file_has_a_unique_name(tmp_path: Path) -> None:
    first = keep(Wrong(PLAIN, "TRUE, but an assertion can fail", "int x;\n"), tmp_path)
    second = keep(Wrong("native", "FALSE, but no assertion can fail", "int y;\n"), tmp_path)
    assert first != second
    assert second.read_text(encoding="utf-8").startswith("// VERDICT: safe.")
