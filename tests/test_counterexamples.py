"""A counterexample fails under the command in its first lines, and `replay` repeats it without further files."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from veriabs.cli.app import main

HEAD = """#include <assert.h>
#include <math.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
"""
BOUNDS = """int a[10]; int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 10) return 0;
a[i] = 1; return 0; }"""
HEAP = """int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 9) return 0;
int *a = malloc(n * sizeof *a); if (!a) return 0; for (int i = 0; i <= n; i++) a[i] = i; free(a); return 0; }"""
FREED = """int main(void) { int *p = malloc(4); if (!p) return 0; *p = 3; if (__VERIFIER_nondet_int() == 7) free(p);
return *p == 99; }"""
OVERFLOW = "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 == 3; }"
SHIFT = "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 32) return 0; return 1u << x == 3; }"
DIVISION = "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 32) return 0; return 100 / x == 3; }"
LEAK = "int main(void) { int *p = malloc(4); if (p && __VERIFIER_nondet_int() != 7) free(p); return 0; }"
UNSET = "int main(void) { int x; if (__VERIFIER_nondet_int() == 7) x = 3; return x == 4; }"
WRAPS = "int main(void) { unsigned x = __VERIFIER_nondet_int(); return x + 1u == 3; }"
NO_NUMBER = "int main(void) { double x = __VERIFIER_nondet_double(); return x / x > 3; }"
CHANGED = "int main(void) { int x = __VERIFIER_nondet_int(); signed char y; y = (signed char)x; return y == 3; }"
ASSERTED = """int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 100) return 0;
assert(sqrt(x) != 9.0 || fabsf(-x) == INFINITY); return 0; }"""
ENTERED = "int f(int *p, int n) { return p[n]; } int main(void) { return 0; }"
GLOBAL = "int g; int f(void) { assert(g != 5); return g; } int main(void) { return 0; }"
WIDE = "int main(void) { assert(__VERIFIER_nondet_double() < HUGE_VAL); return 0; }"

CASES = {
    "bounds": (BOUNDS, "--check", "bounds"),
    "bounds of the heap": (HEAP, "--check", "bounds"),
    "pointer": (FREED, "--check", "pointer"),
    "overflow": (OVERFLOW, "--check", "overflow"),
    "shift": (SHIFT, "--check", "shift"),
    "division": (DIVISION, "--check", "div-by-zero"),
    "leak": (LEAK, "--check", "memory-leak"),
    "unset": (UNSET, "--check", "uninitialised"),
    "unsigned": (WRAPS, "--check", "unsigned-overflow"),
    "nan": (NO_NUMBER, "--check", "nan"),
    "conversion": (CHANGED, "--check", "conversion"),
    "assertion": (ASSERTED,),
    "infinity": (WIDE,),
    "function": (ENTERED, "--check", "bounds", "--function", "f", "--array", "p:n"),
    "globals": (GLOBAL, "--function", "f", "--globals"),
    "all functions": (GLOBAL.replace("assert(g != 5)", "g = 1 / g"), "--check", "div-by-zero", "--all-functions"),
    "32 bits": (OVERFLOW, "--check", "overflow", "--32"),
    "heap in 32 bits": (HEAP, "--check", "bounds", "--32"),
    "macros": (BOUNDS.replace("i > 10", "i > MOST"), "--check", "bounds", "-D", "MOST=10", "-I", "."),
}


def refuted_program(folder: Path, text: str, *options: str) -> tuple[Path, Path]:
    """The program and the folder of its counterexample, both with a space in their names."""
    program, made = folder / "the program.c", folder / "the counterexample"
    program.write_text(HEAD + text + "\n")
    assert main(["verify", str(program), *options, "--timeout", "60", "--counterexample", str(made)]) == 10
    return program, made


def command_of(made: Path) -> str:
    """The command that the first lines of a counterexample name."""
    told = re.search(r"^   (gcc .*) \*/$", (made / "counterexample.c").read_text(), re.MULTILINE)
    assert told is not None
    return told[1]


@pytest.mark.cbmc
@pytest.mark.share(4)
@pytest.mark.parametrize("case", CASES)
def test_a_counterexample_fails_and_is_repeated(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, made = refuted_program(tmp_path, *CASES[case])
    plain = {name: value for name, value in os.environ.items() if "SAN_OPTIONS" not in name}
    run = subprocess.run(command_of(made), shell=True, cwd=made, capture_output=True, text=True, env=plain, check=False)
    assert (made / "counterexample").is_file(), run.stderr
    assert run.returncode != 0
    assert run.stderr
    capsys.readouterr()
    assert main(["replay", str(program), str(made / "counterexample.json")]) == 10
    assert "changed" not in capsys.readouterr().out


@pytest.mark.cbmc
def test_corrected_program_is_distinguished_from_the_counterexample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, made = refuted_program(tmp_path, *CASES["bounds"])
    program.write_text(program.read_text().replace("i > 10", "i > 9"))
    capsys.readouterr()
    assert main(["replay", str(program), str(made / "counterexample.json")]) == 5
    out = capsys.readouterr().out
    assert "has changed since the counterexample was found" in out
    assert "UNKNOWN" in out


@pytest.mark.long
@pytest.mark.cbmc
def test_a_program_of_several_files_moves_with_its_counterexample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "inc").mkdir(parents=True)
    (here / "inc" / "limit.h").write_text("int limit(int);\n")
    (here / "a.c").write_text(
        HEAD + '#include "limit.h"\nint main(void) { assert(limit(__VERIFIER_nondet_int()) != 7); return 0; }\n'
    )
    (here / "b.c").write_text("int limit(int x) { return x > 0 && x < MOST ? x / 3 : 0; }\n")
    monkeypatch.chdir(here)
    assert main(["verify", "a.c", "b.c", "-D", "MOST=99", "-I", "inc", "--counterexample", "made"]) == 10
    monkeypatch.chdir(tmp_path)
    here.rename(there)
    assert main(["replay", "there/a.c", "there/made/counterexample.json"]) == 10
    (there / "b.c").unlink()
    capsys.readouterr()
    assert main(["replay", "there/a.c", "there/made/counterexample.json"]) == 6
    assert "b.c: missing file" in capsys.readouterr().err


NO_MACRO = {"files": [{"file": "a.c", "defines": ["-x"]}]}
OTHERS = (7, {"function": 1}, {"function": "f g"}, {"checks": ["luck"]}, NO_MACRO)


@pytest.mark.parametrize("task", OTHERS)
def test_unrecorded_task_is_refused(task: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.c").write_text(f"{HEAD}{BOUNDS}\n")
    made = tmp_path / "made.json"
    made.write_text(json.dumps({"format": "veriabs counterexample", "format_version": 1, "inputs": [], "task": task}))
    assert main(["replay", str(tmp_path / "a.c"), str(made)]) == 6
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "made.json" in said.err
