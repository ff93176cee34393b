"""Test that the runs of one loaded search program share no state, and have none of the server's rights."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest
from arena import SERVING, processes

from veriabs.confine.sandbox import search_program
from veriabs.core.source import DataModel, Task
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.replay.build import compile_text
from veriabs.solvers.process import ProcessResult

# The words of the shared memory that are used here, and its length as `search.c` computes it for the plan below.
HEAD = """#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { SEED, RULED, RECORDING, BYTES, REACHED, ERROR, AT, TOO_MANY, SPANS, ENTRIES, VISITS };
static unsigned long *shared;
static int calls;
int main(void) {
  shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
  unsigned long seed = shared[SEED], words = shared[BYTES] / sizeof *shared;
  shared = mmap(0, shared[BYTES], PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
"""
LAST = 6
"""The seed whose run says that it has reached an error, if nothing is as an earlier run left it."""

CONTROL = f"if (seed == {LAST}) shared[REACHED] = 1; return 0;"
SPOILED = f"""
  if (calls++ != 0 || shared[REACHED] || shared[VISITS] || shared[ENTRIES] || shared[BYTES] != 8 * words)
    return 0;
  if (seed == {LAST})
    shared[REACHED] = 1;
  else
    for (unsigned long i = 0; i < words; i++)
      shared[i] = i == REACHED ? 0 : -1;
  return 0;"""
RIGHTS = {
    "make another process": "syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);",
    "take the launcher's descriptor": "dup3(1, 0, 0);",
    "name a process to the launcher": "int parent = getppid(); if (write(0, &parent, sizeof parent) > 0) _exit(0);",
    "ask for another process": "char one = 1; if (read(0, &one, 1) <= 0) _exit(0);",
    "filter anew": "if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0) != 0) _exit(0);",
    "outlive the launcher": "if (prctl(PR_SET_PDEATHSIG, 0) != 0) _exit(0);",
    "signal the launcher": "syscall(SYS_tgkill, getppid(), getppid(), 0);",
    "start itself again": 'execl("/proc/self/exe", "again", (char *)0);',
}


def searched(folder: Path, body: str, *options: str, candidates: tuple[int, ...] = ()) -> ProcessResult:
    """Search with a program with `body`: first the candidates, each of one word, then twelve seeds."""
    source, program, plan = folder / "p.c", folder / "p", folder / "plan"
    source.write_text(HEAD + body + "}\n", encoding="utf-8")
    command = ["gcc", "-w", "-O1", "-include", "linux/seccomp.h", *SERVING, str(source), "-o", str(program), *options]
    subprocess.run(command, check=True, timeout=120)
    words = [0, 12, 60_000, 10_000, 1, 1, 10, 10, len(candidates), 2**64 - 1, 0, 0]
    for one in candidates:
        words += [1, one]
    plan.write_bytes(struct.pack(f"<{len(words) + 1}Q", len(words), *words))
    finished = search_program(program, DataModel.LP64, plan, seconds=60.0, memory_mb=1000, stop=None)
    assert processes(program) == ()
    return finished


def launcher_lines(finished: ProcessResult) -> list[str]:
    """The lines of the launcher, but for how long a run took."""
    return [line for line in finished.stdout.splitlines() if not line.startswith("took ")]


@pytest.mark.parametrize("body", [CONTROL, SPOILED])
def test_runs_share_no_state(body: str, tmp_path: Path) -> None:
    finished = searched(tmp_path, body, candidates=(1, 2))
    assert launcher_lines(finished)[1:] == [f"seed {LAST}", "error 0 0", "done"], finished


def test_each_run_gets_the_candidate_of_the_launcher(tmp_path: Path) -> None:
    """The run that records a hit has it anew: the one before it may have written over it."""
    body = """
      unsigned long *given = shared + words - 1;
      if (*given == 8) { shared[REACHED] = 1; shared[ERROR] = shared[RECORDING]; }
      *given = 8;
      return 0;"""
    finished = searched(tmp_path, body, candidates=(7, 9, 8))
    assert launcher_lines(finished)[-3:] == ["candidate 2", "error 1 0", "done"], finished


@pytest.mark.parametrize("right", RIGHTS)
def test_runs_have_no_rights_of_the_server(right: str, tmp_path: Path) -> None:
    """Every run tries; one that came through says that it has reached an error."""
    finished = searched(tmp_path, RIGHTS[right] + " shared[REACHED] = 1; return 0;")
    assert finished.stdout == "visits 0 0\ntried 12 0 0 0 0 0\n", finished


@pytest.mark.parametrize(
    "early",
    [
        "void leave(void) {} __attribute__((section(\".preinit_array\"), used)) void (*const early)(void) = leave;",
        'void *resolve(void) { return 0; } void chosen(void) __attribute__((ifunc("resolve")));',
    ],
)
def test_code_that_would_run_before_the_server_is_refused(early: str, tmp_path: Path) -> None:
    """No program has it, since attributes are taken away; and if one had it, it would not be started."""
    (tmp_path / "f.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    subject = load_instrumented(Task(tmp_path / "f.c"))
    text = f"{early}\nint main(void) {{ {'chosen();' if 'chosen' in early else ''} return 0; }}\n"
    program, complaint = compile_text(text, "early", subject, tmp_path, 60.0, None)
    assert (program, complaint) == (None, "runs code before its start")


def test_server_that_is_gone_ends_the_search(tmp_path: Path) -> None:
    early = tmp_path / "early.h"
    early.write_text("#include <unistd.h>\nstatic void leave(void) { _exit(0); }\n", encoding="ascii")
    body = "return 0; }\n__attribute__((section(\".preinit_array\"), used)) static void (*const early)(void) = leave;\n"
    finished = searched(tmp_path, body + "int unused(void) { return 0;", "-include", str(early))
    assert finished.exit_code == 125
    assert "not confined: the server makes no process" in finished.stderr
