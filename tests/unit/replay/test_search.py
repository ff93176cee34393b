"""Many native runs of one program: candidates, patterns, random inputs, limits, and the record of a hit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.counterexample import Candidate, InstrumentedProgram, VisitRange
from veriabs.core.errors import UnsupportedError
from veriabs.core.source import DataModel
from veriabs.replay.candidates import FOREVER
from veriabs.replay.search import InputSearch, ViolatingRun
from veriabs.report.values import value_of

MODELS = (DataModel.LP64, DataModel.ILP32)
Make = Callable[..., InstrumentedProgram]
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
EXACT = HEAD + """int main(void) { for (int i = 0; i < 1000; i++) {
  int x = __VERIFIER_nondet_int(); if (i == 700 && x == 987654) reach_error(); } return 0; }
"""
ALWAYS = HEAD + "int main(void) { reach_error(); }\n"
NEVER = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x != x) reach_error(); return 0; }\n"
WRITES = HEAD + """int main(void) {
  int a[100], x, y = 0; double d; char *c = malloc(3);
  if (__VERIFIER_nondet_int() == 5) y = __VERIFIER_nondet_int();
  if (x == 1 && a[99] == 2 && y == 77) reach_error(); return 0; }
"""


def searched(subject: InstrumentedProgram, folder: Path, stop: threading.Event | None = None) -> InputSearch:
    search = InputSearch(subject, folder, stop)
    assert search.build(), search.failure
    return search


def run(
    search: InputSearch, *candidates: Candidate, seeds: int = 0, seconds: float = 5.0, each: float = 2.0
) -> ViolatingRun | None:
    return search.run(candidates, seeds, seconds, each, 120.0)


def candidate_with(**spans: tuple[VisitRange, ...]) -> Candidate:
    """Values by site, as `s0=...`."""
    return Candidate("test", {int(name[1:]): one for name, one in spans.items()})


@pytest.mark.parametrize("model", MODELS)
def test_candidate_that_reaches_the_error(instrumented: Make, tmp_path: Path, model: DataModel) -> None:
    search = searched(instrumented(EXACT, model), tmp_path)
    hit = run(search, candidate_with(s0=(VisitRange(700, 1, 987654),)))
    assert hit is not None
    assert (hit.origin, hit.number) == ("test", 0)
    assert value_at(hit.values[0], 700) == 987654
    assert {value_at(hit.values[0], visit) for visit in range(700)} == {0}


def value_at(spans: tuple[VisitRange, ...], visit: int) -> int:
    found = [s.start + (visit - s.first) * s.step for s in spans if s.first <= visit < s.first + s.count]
    return found[0] if found else 0


@pytest.mark.parametrize(
    "spans", [(), (VisitRange(699, 1, 987654),), (VisitRange(700, 1, 987653),), (VisitRange(701, 9, 987654),)]
)
def test_candidate_that_does_not(instrumented: Make, tmp_path: Path, spans: tuple[VisitRange, ...]) -> None:
    assert run(searched(instrumented(EXACT), tmp_path), candidate_with(s0=spans)) is None


@pytest.mark.parametrize(
    "spans",
    [
        (VisitRange(0, FOREVER, 987654),),
        (VisitRange(600, 200, 987554, 1),),
        (VisitRange(0, 5, 1), VisitRange(5, 695, 2), VisitRange(700, 1, 987654), VisitRange(701, FOREVER, 4)),
        (VisitRange(700, 1, 987654 + (1 << 32)),),
        (VisitRange(0, FOREVER, 987654 + 700, -1 % (1 << 64)),),
        (VisitRange(0, FOREVER, 987654 + 700, -1),),
    ],
)
def test_spans_give_their_visits(instrumented: Make, tmp_path: Path, spans: tuple[VisitRange, ...]) -> None:
    assert run(searched(instrumented(EXACT), tmp_path), candidate_with(s0=spans)) is not None


def test_first_candidate_that_reaches_the_error_is_reported(instrumented: Make, tmp_path: Path) -> None:
    good = candidate_with(s0=(VisitRange(700, 1, 987654),))
    bad = candidate_with(s0=(VisitRange(0, 9, 1),))
    hit = run(searched(instrumented(EXACT), tmp_path), candidate_with(), bad, good, good)
    assert hit is not None
    assert hit.number == 2


def test_number_of_visits_is_that_of_the_first_candidate(instrumented: Make, tmp_path: Path) -> None:
    search = searched(instrumented(WRITES), tmp_path)
    calls = [s.number for s in search.subject.sites if s.kind.name == "CALL"]
    array = next(s.number for s in search.subject.sites if s.name == "a")
    assert run(search, candidate_with()) is None
    assert (search.visits[array], *(search.visits[c] for c in calls)) == (100, 1, 0)
    assert run(search, Candidate("", {calls[0]: (VisitRange(0, 1, 5),)})) is None
    assert (search.visits[array], *(search.visits[c] for c in calls)) == (100, 1, 1)


def test_recorded_values_reach_the_error_again(instrumented: Make, tmp_path: Path) -> None:
    search = searched(instrumented(EXACT), tmp_path)
    hit = run(search, candidate_with(s0=(VisitRange(0, 700, 3, 2), VisitRange(700, 1, 987654))))
    assert hit is not None
    again = run(search, Candidate("again", hit.values))
    assert again is not None
    assert again.values == hit.values
    assert [value_at(hit.values[0], visit) for visit in (0, 1, 2, 699, 700)] == [3, 5, 7, 3 + 2 * 699, 987654]


def test_order_of_the_run_is_recorded(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(HEAD + """int main(void) { int a[10];
      int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == 4 && y == 5 && a[9] == 6) reach_error(); }
    """)
    values = candidate_with(
        s0=(VisitRange(0, 9, 1), VisitRange(9, 1, 6)), s1=(VisitRange(0, 1, 4),), s2=(VisitRange(0, 1, 5),)
    )
    hit = run(searched(subject, tmp_path), values)
    assert hit is not None
    assert hit.order == ((0, 1), (1, 4), (2, 5)), "of an object only the first cell"


def test_operands_are_recorded(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(HEAD + """int a[10]; void __VERIFIER_assert(int c) { if (!c) reach_error(); }
    int main(void) { int i = 7; a[i] = -5; __VERIFIER_assert(a[i] > 0); }
    """)
    hit = run(searched(subject, tmp_path), seeds=1)
    assert hit is not None
    operands = {seen.text: hit.operands.get(seen.number) for seen in subject.seen}
    assert operands["a[i]"] == -5
    assert operands["i"] == 7
    assert subject.errors[hit.error].text == "reach_error"
    assert subject.errors[hit.at].text == "__VERIFIER_assert"


@pytest.mark.parametrize("model", MODELS)
def test_operands_are_members_targets_and_floating_numbers(
    instrumented: Make, tmp_path: Path, model: DataModel
) -> None:
    subject = instrumented(HEAD + """
    struct point { char x; float y; struct { unsigned short z[3]; } in; int flag : 1; }; typedef struct point point;
    point s[4]; void __VERIFIER_assert(int c) { if (!c) reach_error(); }
    static int twice(int x) { return 2 * x; }
    int main(void) { int i = 2, k = 1; point *p = &s[i]; int *q = &k; double d = 0.5;
      p->x = 7; p->y = -2.5; p->in.z[k] = 65535; p->flag = 0; for (float i = 3; i < 4; i++) { char d = 1; k += d - 1; }
      __VERIFIER_assert(
        s[i].x != 7 || p->y > 0 || s[2].in.z[k] == 1 || *q != 1 || d < *(q - 1 + 1) - 1 || p->flag || !q
          || twice(i + 1) != 6); }
    """, model)  # fmt: skip
    hit = run(searched(subject, tmp_path), seeds=1)
    assert hit is not None
    values = {one.text: value_of(hit.operands[one.number], one.type) for one in subject.seen}
    expected = {"s[i].x": 7, "p->y": -2.5, "s[2].in.z[k]": 65535, "*q": 1, "*((q - 1) + 1)": 1, "d": 0.5, "c": 0}
    expected["twice(i + 1)"] = 6
    assert values.items() >= expected.items() and not {"p->flag", "q", "p"} & values.keys()


@pytest.mark.parametrize("model", MODELS)
def test_seeds_find_plain_patterns(instrumented: Make, tmp_path: Path, model: DataModel) -> None:
    subject = instrumented(HEAD + """int main(void) { int n = __VERIFIER_nondet_int(); if (n < 5) return 0;
      int all = 1; for (int i = 0; i < 1000; i++) all = all && __VERIFIER_nondet_int() == n; if (all) reach_error(); }
    """, model)  # fmt: skip
    hit = run(searched(subject, tmp_path), seeds=200)
    assert hit is not None
    assert hit.origin == "native runs"


def test_seeds_know_the_numbers_of_the_program(instrumented: Make, tmp_path: Path) -> None:
    text = HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 123456 && x < 123458) reach_error(); }\n"
    assert run(searched(instrumented(text), tmp_path), seeds=200) is not None


def test_violation_is_reported_with_few_inputs(instrumented: Make, tmp_path: Path) -> None:
    """Values that chance draws make a span each: a hundred thousand of them would be told, and given up one by one."""
    text = HEAD + """int main(void) { int low = 0, high = 0; for (int i = 0; i < 100000; i++) {
      int x = __VERIFIER_nondet_int(); low |= x < 0; high |= x > 0; } if (low && high) reach_error(); return 0; }"""
    subject = instrumented(text)
    hit = run(searched(subject, tmp_path), seeds=24)
    assert hit is not None
    (spans,) = hit.values.values()
    assert sum(span.start != 0 for span in spans) <= 16


def test_seeds_are_not_tried_twice(instrumented: Make, tmp_path: Path) -> None:
    search = searched(instrumented(NEVER), tmp_path)
    assert run(search, seeds=20) is None
    assert search.seed == 20
    assert run(search, seeds=20) is None
    assert search.seed == 40
    other = searched(instrumented(ALWAYS), tmp_path)
    assert run(other, seeds=5) is not None
    assert other.seed == 1


def test_search_is_the_same_each_time(instrumented: Make, tmp_path: Path) -> None:
    text = HEAD + "int main(void) { unsigned x = __VERIFIER_nondet_int(); if (x % 50 == 17) reach_error(); }\n"
    first, second = (run(searched(instrumented(text), tmp_path), seeds=2000) for _ in range(2))
    assert first is not None
    assert first == second


@pytest.mark.parametrize("model", MODELS)
def test_floats_are_numbers(instrumented: Make, tmp_path: Path, model: DataModel) -> None:
    text = """extern double __VERIFIER_nondet_double(void); extern void reach_error(void);
    int main(void) { double d = __VERIFIER_nondet_double(); if (d == 1.0) reach_error(); }
    """
    search = searched(instrumented(text, model), tmp_path)
    assert run(search, candidate_with(s0=(VisitRange(0, 1, 0x3FF0000000000000),))) is not None
    assert run(search, seeds=20) is not None


# -------------------------------------------------------------------------------------------------------------- limits


def test_run_that_does_not_end_is_stopped(instrumented: Make, tmp_path: Path) -> None:
    search = searched(instrumented(HEAD + "int main(void) { for (;;) ; reach_error(); }\n"), tmp_path)
    begin = time.monotonic()
    assert run(search, candidate_with(), candidate_with(), seeds=2, seconds=60.0, each=0.1) is None
    assert time.monotonic() - begin < 15
    assert search.slow


def test_search_ends_with_its_time(instrumented: Make, tmp_path: Path) -> None:
    search = searched(instrumented(NEVER), tmp_path)
    begin = time.monotonic()
    assert run(search, seeds=10**9, seconds=0.3) is None
    assert time.monotonic() - begin < 15
    assert 0 < search.seed < 10**9


def test_search_ends_when_stopped(instrumented: Make, tmp_path: Path) -> None:
    stop = threading.Event()
    search = searched(instrumented(NEVER), tmp_path, stop)
    threading.Timer(0.2, stop.set).start()
    begin = time.monotonic()
    assert run(search, seeds=10**9, seconds=60.0) is None
    assert time.monotonic() - begin < 15


@pytest.mark.share(6)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "body",
    [
        "int *p = 0; *p = 3;",
        "return 1 / x;",
        "return f(x);",
        "abort();",
        "for (;;) { if (!malloc(100000000)) return 1; }",
    ],
    ids=["null", "division", "recursion", "abort", "memory"],
)
def test_program_that_dies_is_a_miss(instrumented: Make, tmp_path: Path, body: str, model: DataModel) -> None:
    text = HEAD + "int f(int n) { int a[1000]; a[n] = n; return f(a[n]) + a[n]; }\n"
    text += f"int main(void) {{ int x = 0; {body} if (x == 5) reach_error(); return 0; }}\n"
    assert run(searched(instrumented(text, model), tmp_path), candidate_with(), seeds=2, each=0.5) is None


def test_stack_may_be_large(instrumented: Make, tmp_path: Path) -> None:
    text = HEAD + "int main(void) { int a[25000000]; a[24999999] = 3; if (a[24999999] == 3) reach_error(); }\n"
    assert run(searched(instrumented(text), tmp_path), candidate_with(), each=60.0) is not None


def test_output_of_the_program_does_not_disturb(instrumented: Make, tmp_path: Path) -> None:
    text = HEAD + """int main(void) { printf("\\ndone\\nerror 7 7\\ncandidate 99\\nspan 1 2 3\\n"); puts("seed x");
      if (__VERIFIER_nondet_int() == 424242) reach_error(); }
    """
    search = searched(instrumented(text), tmp_path)
    assert run(search, candidate_with()) is None
    hit = run(search, candidate_with(s0=(VisitRange(0, 1, 424242),)))
    assert hit is not None
    assert hit.error == 0


def test_members_of_one_name_may_be_arrays_and_others(instrumented: Make, tmp_path: Path) -> None:
    text = HEAD + """struct in { int a, b; }; struct one { int c[3]; int d; }; struct two { struct in c; int d; };
struct three { int c, d; }; int sum(int *p) { return p[0] + p[2]; }
int main(void) { struct one x = {{1, 2, 3}, 4}; struct two y = {{5, 6}, 7}; struct three z = {8, 9};
y.c.a = __VERIFIER_nondet_int(); z.c = y.c.a; if (sum(x.c) + z.c == 424246) reach_error(); return 0; }
"""
    search = searched(instrumented(text), tmp_path)
    assert run(search, candidate_with()) is None
    hit = run(search, candidate_with(s0=(VisitRange(0, 1, 424242),)))
    assert hit is not None
    assert hit.error == 0


def test_program_that_cannot_be_compiled_has_no_search(instrumented: Make, tmp_path: Path) -> None:
    search = InputSearch(instrumented(HEAD + "int main(void) { return undeclared; }\n"), tmp_path, None)
    assert not search.build()
    assert "undeclared" in search.failure
    assert search.run((), 10, 1.0, 1.0, 1.0) is None


def test_improved_program_finds_the_same(instrumented: Make, tmp_path: Path) -> None:
    search = searched(instrumented(EXACT), tmp_path)
    before = search.program
    search.improve()
    assert search.program not in (None, before)
    hit = run(search, candidate_with(s0=(VisitRange(700, 1, 987654),)))
    assert hit is not None
    assert value_at(hit.values[0], 700) == 987654


def test_program_is_kept_if_it_cannot_be_improved(instrumented: Make, tmp_path: Path) -> None:
    stop = threading.Event()
    search = searched(instrumented(ALWAYS), tmp_path, stop)
    before = search.program
    stop.set()
    search.improve()
    assert (search.program, search.failure) == (before, "")


@pytest.mark.parametrize(
    "text",
    [
        'int f(int x) { int system = x; return system; } int main(void) { return system("true"); }',
        'extern void *popen(const char *, const char *); int main(void) { return !popen("true", "r"); }',
    ],
)
def test_program_that_calls_the_system_is_never_run(instrumented: Make, tmp_path: Path, text: str) -> None:
    """By whatever way: as a function, of the library or of another file, beside a variable of that name."""
    whole = f"void reach_error(void);\nvoid never(void) {{ reach_error(); }}\n{text}"
    try:
        search = InputSearch(instrumented(whole), tmp_path, None)
    except UnsupportedError:
        return
    if search.build():
        assert "true" not in search.subject.plain, "the run ends where the call was"
        return
    assert "calls" in search.failure


def test_call_of_the_system_through_a_pointer_ends_the_run(instrumented: Make, tmp_path: Path) -> None:
    """The target is no function of the program, so the call never happens."""
    mark = tmp_path / "made"
    text = f'extern int system(const char *); int (*f)(const char *) = system; f("touch {mark}"); reach_error();'
    search = InputSearch(instrumented(f"void reach_error(void);\nint main(void) {{ {text} }}"), tmp_path, None)
    if search.build():
        assert run(search, candidate_with()) is None
    assert not mark.exists()


def test_too_many_spans_are_no_hit(instrumented: Make, tmp_path: Path) -> None:
    """Values without any order over more visits than are recorded."""
    text = HEAD + """unsigned s; int main(void) { for (int i = 0; i < 4000000; i++) s ^= __VERIFIER_nondet_int() * i;
      if (s != 0) reach_error(); return 0; }
    """
    hit = run(searched(instrumented(text), tmp_path), seeds=400, seconds=4.0, each=1.0)
    assert hit is None or sum(len(spans) for spans in hit.values.values()) <= 1_000_000


def test_a_function_that_is_called_in_two_places_has_its_values_in_the_order_of_calls(
    instrumented: Make, tmp_path: Path
) -> None:
    text = HEAD + """int main(void) { long s = 0; for (int i = 0; i < 2000; i++) {
      s += __VERIFIER_nondet_int(); s -= __VERIFIER_nondet_int(); }
      if (__VERIFIER_nondet_int() == 9 && s == -2000) reach_error(); return 0; }
    """
    hit = run(
        searched(instrumented(text), tmp_path),
        candidate_with(s1=(VisitRange(0, FOREVER, 1),), s2=(VisitRange(0, 1, 9),)),
    )
    assert hit is not None and len(hit.order) == 4_001
    (recorded,) = hit.streams.values()
    assert [value_at(recorded, visit) for visit in (0, 1, 2, 1_999, 3_999, 4_000)] == [0, 1, 0, 1, 1, 9]
    assert value_at(hit.values[1], 1_999) == 1


def test_too_many_values_in_the_order_of_calls_are_left_out(instrumented: Make, tmp_path: Path) -> None:
    text = HEAD + """int main(void) { long s = 0; for (int i = 0; i < 30000; i++) {
      s += __VERIFIER_nondet_int(); s -= __VERIFIER_nondet_int(); }
      if (s == -30000) reach_error(); return 0; }
    """
    hit = run(searched(instrumented(text), tmp_path), candidate_with(s1=(VisitRange(0, FOREVER, 1),)))
    assert hit is not None and hit.streams == {}
    assert value_at(hit.values[1], 29_999) == 1


def test_one_program_serves_for_all_violations(instrumented: Make, tmp_path: Path) -> None:
    """Each run knows the violations found before: it ends at them without reporting them."""
    text = """static void check(int ok) { if (!ok) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) reach_error();
  check(x != 7);
  check(x != 9);
  return 0; }"""
    search = searched(instrumented(HEAD + text), tmp_path)
    program, tried, seen = search.program, [candidate_with(s0=(VisitRange(0, 1, value),)) for value in (0, 7, 9)], []
    while (hit := run(search, *tried)) is not None:
        seen.append(hit.number)
        goal = search.subject.goal(hit.error, hit.at)
        search.subject = replace(search.subject, known=search.subject.known | {goal.number})
    assert seen == [0, 1, 2]
    assert search.program == program
