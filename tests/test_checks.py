"""Checks on programs whose lines say what has to come out of them; `entry: f` names the function that they begin with.

`holds` and `fails` are what the verdict of the goals of that kind on that line has to be, taken together; what is
`unsafe` must not be TRUE, and what is `safe` not FALSE, nor may any other goal be FALSE.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from veriabs.core.goals import CHECKS
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import DataModel, Entry, Task
from veriabs.core.verdict import overall
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify import engine
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc

PROGRAMS = sorted((Path(__file__).parent / "programs" / "checks").glob("*.c"))
ALL = tuple(kind.value for kind in CHECKS)
ALLOWED = {
    "holds": {Verdict.TRUE},
    "fails": {Verdict.FALSE},
    "safe": {Verdict.TRUE, Verdict.UNKNOWN},
    "unsafe": {Verdict.FALSE, Verdict.UNKNOWN},
}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine as well every goal has its time behind the first that fails."""
    monkeypatch.setattr(engine, "LONG", 20.0)


def expected(path: Path) -> dict[tuple[int, str], str]:
    """The labels in the comments of a program, by line and kind."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for kind, word in re.findall(r"([\w-]+)=(\w+)", line.partition("// ")[2]):
            found[number, kind] = word
    return found


def entry(path: Path) -> Entry:
    """The function that a program names, and the number of elements that a parameter of it has."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"^// entry: (\w+)(?: --array (\w+):(\S+))?$", text, re.MULTILINE)
    if found is None:
        return Entry()
    return Entry(found[1], sizes={found[2]: found[3]} if found[2] else {})


def joint_verdicts(report: Report) -> dict[tuple[int, str], Verdict]:
    """The joint verdict of the goals of each kind on each line."""
    found: dict[tuple[int, str], list[GoalAnswer]] = {}
    for one in report.goals:
        found.setdefault((one.goal.where.line, one.goal.kind.value), []).append(one)
    return {key: overall(answers) for key, answers in found.items()}


@pytest.mark.share(60, 2)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_each_goal_has_the_verdict_of_its_line(path: Path, cbmc: Cbmc) -> None:
    task = Task(path, checks=ALL, entry=entry(path))
    report = verify(task, load_program(task), cbmc, Options(timeout=25.0))
    words = expected(path)
    seen = joint_verdicts(report)
    assert words and words.keys() <= seen.keys()
    for key, verdict in seen.items():
        assert verdict in ALLOWED[words.get(key, "safe")], key


def test_many_goals_share_their_runs(tmp_path: Path, cbmc: Cbmc) -> None:
    runs = []
    for count in (1, 50):
        lines = "\n".join(f"a[i + {number}] = b[i];" for number in range(count))
        path = tmp_path / f"{count}.c"
        loop = f"for (int i = 0; i < 99950; i++) {{\n{lines}\n}}"
        path.write_text(f"int a[100000], b[100000];\nint main(void) {{ {loop} }}", encoding="utf-8")
        task = Task(path, checks=("bounds",))
        report = verify(task, load_program(task), cbmc, Options(timeout=60.0, replay=False))
        assert report.verdict is Verdict.TRUE and len(report.goals) == 2 * count
        runs.append(len(report.runs))
    assert runs[1] <= 10 * runs[0]


def test_an_access_of_a_test_leaves_no_other_goal_open(tmp_path: Path, cbmc: Cbmc) -> None:
    """It is unknown whether the text ends in its array; the other goals are proved for runs that stay in it."""
    text = """extern char __VERIFIER_nondet_char(void);
int main(void) { char text[50]; unsigned n = 0; int i;
for (i = 0; i < 49; i++) text[i] = __VERIFIER_nondet_char();
if (i) text[49] = 0;
for (const char *s = text; *s; s++)
n = (n + 1) % 7;
return 0; }"""
    path = tmp_path / "walk.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path, checks=ALL)
    report = verify(task, load_program(task), cbmc, Options(timeout=30.0, replay=False))
    inside = {one.goal.kind.value: one.verdict for one in report.goals if one.goal.where.line == 6}
    assert inside and set(inside.values()) == {Verdict.TRUE}


@pytest.mark.long
def test_facts_established_by_checks_are_not_searched_again(cbmc: Cbmc) -> None:
    path = Path(__file__).parent.parent / "sv-comp" / "tasks" / "library" / "ring_buffer_bounds.c"
    task = Task(path, checks=ALL)
    report = verify(task, load_program(task), cbmc, Options(timeout=25.0, replay=False))
    checks = [one for one in report.goals if one.goal.kind.value in ALL]
    assert checks and all(one.verdict is Verdict.TRUE for one in checks)
    assert sum(run.purpose == "bounds" for run in report.runs) <= 2, "plain, and under the facts that all goals left"


def test_a_proof_relies_on_an_operation_that_may_overflow_alone(tmp_path: Path, cbmc: Cbmc) -> None:
    text = """extern void __VERIFIER_assert(int); extern int __VERIFIER_nondet_int(void); int a[10000];
    int main(void) { int k = %s;
      for (int i = 0; i < 10000; i++)
        a[i] = i + k;
      for (int i = 0; i < 10000; i++) __VERIFIER_assert(a[i] >= k);
      return 0; }"""
    said = []
    for first in ("5", "__VERIFIER_nondet_int()"):
        path = tmp_path / "r.c"
        path.write_text(text % first, encoding="utf-8")
        task = Task(path)
        options = Options(timeout=60.0, strategies=("closed_forms",), replay=False)
        report = verify(task, load_program(task), cbmc, options)
        assert report.verdict is Verdict.TRUE
        said.append(report.wording)
    assert said == ["TRUE", "TRUE if nothing overflows at line 4"]


GOES_ON = {
    "unsigned-overflow": ("unsigned n = __VERIFIER_nondet_uint(), last; if (n > 99) abort();", "n - 1", "last < 100"),
    "conversion": ("unsigned n = __VERIFIER_nondet_uint(); unsigned char last = 0;", "n", "last == n"),
    "nan": ("double n = __VERIFIER_nondet_double(), last = 0; if (n != 0) abort();", "n / n", "last == last"),
}


@pytest.mark.parametrize("kind", GOES_ON)
def test_defined_operations_do_not_end_a_run(kind: str, tmp_path: Path, cbmc: Cbmc) -> None:
    """A claim after wrapping arithmetic, a truncated value or NaN can still be violated."""
    path = tmp_path / "w.c"
    first, value, claim = GOES_ON[kind]
    body = f"{first}\n last = {value};\n __VERIFIER_assert({claim});"
    declared = "extern unsigned __VERIFIER_nondet_uint(void); extern double __VERIFIER_nondet_double(void);"
    declared += " extern void abort(void);"
    path.write_text(f"extern void __VERIFIER_assert(int); {declared} int main(void) {{ {body} return 0; }}")
    task = Task(path, checks=(kind,))
    options = Options(timeout=60.0, strategies=("cell_invariants",), replay=False)
    report = verify(task, load_program(task), cbmc, options)
    seen = {(one.goal.where.line, one.goal.kind.value): one.verdict for one in report.goals}
    assert seen[2, kind] is Verdict.UNKNOWN
    assert seen[3, "assertion"] is Verdict.UNKNOWN


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["heap_one_too_far", "shift_too_far", "returned_by_main", "text_without_an_end", "library_reaches_too_far"],
)
def test_checks_fail_with_32_bits_as_well(name: str, cbmc: Cbmc) -> None:
    (path,) = (one for one in PROGRAMS if one.stem == name)
    task = Task(path, DataModel.ILP32, checks=ALL, entry=entry(path))
    report = verify(task, load_program(task), cbmc, Options(timeout=30.0))
    failed = {key for key, verdict in joint_verdicts(report).items() if verdict is Verdict.FALSE}
    assert failed == {key for key, word in expected(path).items() if word in ("fails", "unsafe")}


UNSEEN = """\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *q = malloc(10);
  int n = __VERIFIER_nondet_int(), x = 0, *z = &x;
  if (n == 70000)
    z = 0;
  if (n >= 0 && n <= 70000)
    x = q[n];
  *z = 1;
  return x;
}
"""


@pytest.mark.long
def test_unchecked_access_does_not_stand_for_the_next_goal(tmp_path: Path, cbmc: Cbmc) -> None:
    path = tmp_path / "unseen.c"
    path.write_text(UNSEEN, encoding="utf-8")
    task = Task(path, checks=("pointer",))
    report = verify(task, load_program(task), cbmc, Options(timeout=8.0, strategies=("native",)))
    assert report.verdict is Verdict.UNKNOWN and [one.goal.where.line for one in report.goals] == [10]


def test_labels_of_programs_use_known_words() -> None:
    assert {word for path in PROGRAMS for word in expected(path).values()} <= ALLOWED.keys()
    assert {kind for path in PROGRAMS for _, kind in expected(path)} - {"assertion"} == set(ALL)


@pytest.mark.parametrize("kind", ["bounds", "overflow", "uninitialised"])
def test_a_program_in_which_nothing_may_go_wrong_is_proved(tmp_path: Path, cbmc: Cbmc, kind: str) -> None:
    path = tmp_path / "n.c"
    text = "extern int __VERIFIER_nondet_int(void); int main(void) { int c = __VERIFIER_nondet_int(), x;\n"
    path.write_text(f"{text}if (c > 3) x = 1; else x = 2; return x; }}\n", encoding="utf-8")
    task = Task(path, checks=(kind,))
    assert verify(task, load_program(task), cbmc, Options(timeout=20.0)).verdict is Verdict.TRUE
