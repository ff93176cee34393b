"""The listing of loops, for programs in C and through the whole front end."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.program import Program
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.iterations import listed, trips
from veriabs.report import loops
from veriabs.report.loops import listing

HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void abort(void);
int a[1000], b[1000];
int main(void) {
  int i, x, m = 0, n = __VERIFIER_nondet_int(), t;
"""
TAIL = """
  for (x = 0; x < 1000; x++)
    if (a[x] == 3) { reach_error(); }
  return 0;
}
"""


def program(folder: Path, body: str) -> Program:
    """main with the body from line 8 on, and a loop with an assertion behind it."""
    path = folder / "p.c"
    path.write_text("extern void reach_error(void);\n" + HEAD + body + TAIL)
    return load_program(load(path))


def listing_of(folder: Path, body: str) -> list[str]:
    """The lines without the folder's name and with single blanks."""
    return [" ".join(line.replace(f"{folder}/", "").split()) for line in listing(program(folder, body))]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("for (i = 0; i < 10; i++)", 10),
        ("for (i = 0; i <= 10; i += 3)", 4),
        ("for (i = 0; i < 10; i += 3)", 4),
        ("for (i = 9; i >= 0; i--)", 10),
        ("for (i = 10; i != 0; i--)", 10),
        ("for (i = 5; i < 5; i++)", 0),
        ("for (i = 7; i < 5; i++)", 0),
        ("m = 6; for (i = 0; i < m; i++)", 6),
        ("for (i = 0; i < n; i++)", None),
        ("for (i = n; i < 5; i++)", None),
        ("if (n) m = 3; for (i = 0; i < m; i++)", None),
        ("for (i = 0; i != 9; i += 2)", None),
        ("unsigned u = 4294967295u; long y = u + 1u; for (; y < 10; y++)", 10),
    ],
)
def test_trip_counts(tmp_path: Path, head: str, expected: int | None) -> None:
    assert trips(listed(program(tmp_path, f"{head} a[i] = 1;"))[0]) == expected


def test_a_global_starts_at_zero(tmp_path: Path) -> None:
    path = tmp_path / "g.c"
    path.write_text("extern void reach_error(void); int g; int a[9]; int main(void) { while (g < 9) { a[g] = 1; g++; }"
                    " if (a[3] != 1) reach_error(); return 0; }\n")  # fmt: skip
    assert [trips(one) for one in listed(load_program(load(path)))] == [9]


def test_a_counted_loop(tmp_path: Path) -> None:
    lines = listing_of(tmp_path, "for (i = 2; i < 1000; i += 2)\n  b[i] = a[i - 1];")
    assert "p.c:8 loop while i < 1000" in lines
    assert "counter i: start 2, step +2, bound i < 1000" in lines
    assert "trip count 499" in lines
    assert "exits test" in lines
    assert "accelerable i = 2 + 2*(j-1)" in lines
    assert "arrays b[i] written, index 2*(j-1) + 2" in lines
    assert "a[i - 1] read, index 2*(j-1) + 1" in lines


def test_a_loop_that_counts_down_to_a_symbol(tmp_path: Path) -> None:
    lines = listing_of(tmp_path, "for (i = 999; i >= n; i--)\n  b[i] = 0;")
    assert "counter i: start 999, step -1, bound i >= n" in lines
    assert "trip count -n + 1000, or 0 if it is not entered" in lines
    assert "accelerable i = 999 - (j-1)" in lines


def test_a_start_that_is_not_known(tmp_path: Path) -> None:
    lines = listing_of(tmp_path, "i = a[5];\nfor (; i < 1000; i++)\n  b[i] = 0;")
    assert "accelerable i = i0 + (j-1)" in lines
    assert "arrays b[i] written, index (j-1) + i0" in lines


def test_every_way_out_is_listed(tmp_path: Path) -> None:
    body = "for (i = 0; i < 1000; i++) {\n  if (a[i] == 5)\n    break;\n  if (a[i] == 6)\n    return 0;\n b[i] = 1; }"
    lines = listing_of(tmp_path, body)
    assert "exits test" in lines
    assert "break at p.c:10" in lines
    assert "end of the run (return, abort or failed assumption) at p.c:12" in lines
    assert "trip count at most 1,000" in lines


def test_private_and_carried_scalars(tmp_path: Path) -> None:
    body = "for (i = 0; i < 1000; i++) {\n  t = a[i];\n  if (t > m)\n    m = t;\n}\nb[0] = m;\na[0] = m;"
    lines = listing_of(tmp_path, body)
    assert "private t" in lines
    assert "carried m: not accelerable, it is changed only under the condition at p.c:10" in lines


def test_an_index_that_is_no_function_of_the_iteration(tmp_path: Path) -> None:
    body = "for (i = 0; i < 1000; i++)\n  if (a[i] > 0)\n    b[m++] = a[i];\na[0] = b[0];"
    lines = listing_of(tmp_path, body)
    assert any(line.endswith("written, no index function (it depends on m)") for line in lines)


def test_assertions_read_arrays_too(tmp_path: Path) -> None:
    assert "arrays a[x] read, index (j-1)" in listing_of(tmp_path, "a[0] = 1;")


def test_inner_loops(tmp_path: Path) -> None:
    body = "for (i = 0; i < 30; i++)\n  for (t = 0; t < 3; t++)\n    a[3 * i + t] = 1;"
    assert "p.c:9 loop with a small constant trip count, unrolled" in listing_of(tmp_path, body)
    lines = listing_of(tmp_path, body.replace("t < 3", "t < n"))
    assert "p.c:9 loop while t < n, inside the loop at line 8" in lines
    assert "nests the loops at lines 8 and 9 shrink as one, over pairs of their iterations" in lines
    lines = listing_of(tmp_path, body.replace("t < 3", "a[t] < n"))
    assert "not fused the loop at line 8 contains a loop that cannot be unrolled" in lines


def test_clauses_and_groups(tmp_path: Path) -> None:
    lines = listing_of(tmp_path, "for (i = 0; i < 1000; i++)\n  b[i] = n;\nfor (i = 0; i < 1000; i++)\n  a[i] = b[i];")
    assert "clauses forall: one clause for each iteration of the loop at p.c:12" in lines
    assert "loops lines 8, 10 fused" in lines


def test_listing_tells_why_loops_are_not_fused(tmp_path: Path) -> None:
    body = "for (i = 0; i < 1000; i++)\n  b[i] = n;\nfor (i = 0; b[i] != 3 && i < 1000; i++)\n  a[i] = b[i];"
    lines = listing_of(tmp_path, body)
    assert "not fused the loop at line 10 can end early, so it is not fused" in lines
    assert "loops the loop at line 10 by itself; summarised before it: line 8" in lines


def test_a_program_without_loops(tmp_path: Path) -> None:
    path = tmp_path / "n.c"
    path.write_text("extern void reach_error(void);\nint main(int c) { if (c == 3) reach_error(); return 0; }\n")
    lines = list(listing(load_program(load(path))))
    assert lines[0] == "no loop"
    assert "single" in lines[2]


def test_assertions_beyond_the_limit_of_a_listing_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "MOST_VISITED", 40)
    lines = listing_of(tmp_path, "\n".join("if (m > 5) { reach_error(); }" for _ in range(9)))
    assert [line for line in lines if " assertion " in line and line.startswith("p.c:")] == [
        "p.c:8 assertion 1",
        "p.c:9 assertion 2",
    ]
    assert lines[-1] == "8 more assertions, not listed: each is a task of up to 15 statements of its own"


def test_equal_assertions_and_gaps_of_inlined_calls_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(
        "extern void reach_error(void);\nextern int g(int);\nint f(int k) { return k < 2 ? k : f(k - 1) + f(k - 2); }\n"
        "int main(int c, char **v) {\n  int m = f(g(c) + g(c));\n  if (m) { reach_error(); }\n  return 0; }\n"
    )
    lines = list(listing(load_program(load(path))))
    assert any(line.endswith("p.c:3  assertion 1 (66 equal copies)") for line in lines)
    assert all(lines.count(line) == 1 for line in lines if not line.startswith(" "))


def test_the_counter_of_a_copy_has_a_name_that_is_not_generated(tmp_path: Path) -> None:
    copy = "extern void *memcpy(void *, const void *, unsigned long); memcpy(b, a, 4000);"
    lines = listing_of(tmp_path, copy)
    assert "p.c:8 loop over the cells k of an object while k < 1000" in lines
    assert not any("index:" in line or "[index]" in line for line in lines)
    lines = listing_of(tmp_path, f"int k = 1; {copy}")
    assert "p.c:8 loop over the cells cell of an object while cell < 1000" in lines


def test_models_of_the_library_are_named(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    declared = "int toupper(int); char *strchr(const char *, int); char t[9]; extern void __VERIFIER_assert(int);\n"
    path.write_text(declared + "int main(void) { __VERIFIER_assert(strchr(t, toupper('a')) == 0); }\n")
    assert list(listing(load_program(load(path))))[-1] == "library functions by their models: strchr, toupper"


def test_unsupported_constructs_are_listed(tmp_path: Path) -> None:
    unread = "if (n > 12) __sync_unheard_of(n);"
    code = f"double d = sqrt(n); if (d > 3) unheard_of(); {unread} for (i = 0; i < n; i++) a[i] = 1;"
    lines = listing_of(tmp_path, code)
    assert any("not supported: result of sqrt" in line and "(its value is arbitrary)" in line for line in lines)
    assert any("not supported: the body of unheard_of is missing" in line for line in lines)
    needed = "not supported: missing body of __sync_unheard_of (TRUE needs a proof that no run reaches it)"
    assert any(needed in line for line in lines)
