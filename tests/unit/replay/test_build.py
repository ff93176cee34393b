"""Test the command line of gcc for replay programs, and its errors."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from veriabs.confine.sandbox import CHECKED_ENVIRONMENT
from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.source import DataModel
from veriabs.core.templates import folder
from veriabs.replay.build import command, compile_text, needs, runtime

MODELS = (DataModel.LP64, DataModel.ILP32)
Make = Callable[..., InstrumentedProgram]
EMPTY = "int main(void) { return 0; }\n"
# A start that needs no C library, and a global that no linker can place.
START = "void _start(void) { for (;;) ; }\n"


@pytest.mark.parametrize(("model", "checked"), list(product(MODELS, (False, True))))
def test_command_is_one_call_of_gcc(model: DataModel, checked: bool) -> None:
    words = command("a b.c", "a b", model, checked=checked)
    assert words[0] == "gcc"
    linked = ("-Wl,--as-needed", "-lm") if model is DataModel.LP64 else ()
    assert words[-3 - len(linked) :] == ("a b.c", *linked, "-o", "a b")
    assert ("-m32" in words) is (model is DataModel.ILP32)
    assert any(word.startswith("-fsanitize") for word in words) is checked
    assert ("-fwrapv" in words) is not checked, "with -fwrapv no overflow would be seen"


def test_levels() -> None:
    levels = [command("a.c", "a", MODELS[0], **modes)[1] for modes in ({}, {"quick": True}, {"thorough": True})]
    assert levels == ["-O1", "-O0", "-O2"]


def test_sanitizers_end_the_run() -> None:
    for model in MODELS:
        assert "-fno-sanitize-recover=all" in command("a.c", "a", model, checked=True)
    for options in CHECKED_ENVIRONMENT.values():
        assert "exitcode=99" in options


@pytest.mark.parametrize("model", MODELS)
def test_runtime_is_a_template(model: DataModel) -> None:
    assert (folder() / runtime(model)).is_file()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("int x = __VERIFIER_nondet_int();", set()),
        ("int x; x++;", {"fill"}),
        ("int a[9]; a[1]++;", {"fill"}),
        ("double __VERIFIER_nondet_double(void); double x = __VERIFIER_nondet_double();", {"double"}),
        ("double a[9]; a[1]++;", {"double", "fill"}),
        ("int *p = malloc(40);", {"memory", "fill"}),
        ("struct { char text[4]; int n; } s = {{0}, 1}; char *p = s.text; p++;", {"members"}),
        ("struct { char text[4]; int n; } s = {{0}, 1}; s.text[1]++;", set()),
        ("", set()),
    ],
)
def test_needed_parts(instrumented: Make, text: str, parts: set[str]) -> None:
    assert needs(instrumented(f"int main(void) {{ {text} }}\n")) == parts


def test_program_is_made(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(EMPTY)
    program, complaint = compile_text("int main(void) { return 7; }", "made", subject, tmp_path, 60.0, None)
    assert complaint == ""
    assert program is not None
    assert subprocess.run([program], timeout=10).returncode == 7


def test_checked_program_is_another_file(instrumented: Make, tmp_path: Path) -> None:
    subject = instrumented(EMPTY)
    plain, _ = compile_text("int main(void) { return 7; }", "made", subject, tmp_path, 60.0, None)
    checked, _ = compile_text("int main(void) { return 7; }", "made", subject, tmp_path, 60.0, None, checked=True)
    assert plain is not None and checked is not None
    assert plain != checked
    assert plain.is_file() and checked.is_file()


@pytest.mark.parametrize("checked", [False, True])
def test_32_bit_program_needs_no_library(instrumented: Make, tmp_path: Path, checked: bool) -> None:
    text = START.replace("for (;;) ;", '__asm__ volatile("int $0x80" : : "a"(252), "b"(sizeof(long)));')
    program, complaint = compile_text(
        text, "made", instrumented(EMPTY, DataModel.ILP32), tmp_path, 60.0, None, checked=checked
    )
    assert program is not None, complaint
    assert subprocess.run([program], timeout=10).returncode == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [("int main(void) { return x; }", "undeclared"), ("int f(void); int main(void) { return f(); }", "f")],
)
def test_the_output_of_gcc_is_kept(instrumented: Make, tmp_path: Path, text: str, said: str) -> None:
    program, complaint = compile_text(text, "bad", instrumented(EMPTY), tmp_path, 60.0, None)
    assert program is None
    assert said in complaint
    assert "\n" not in complaint


def test_stopped_build_makes_no_program(instrumented: Make, tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    program, complaint = compile_text(EMPTY, "made", instrumented(EMPTY), tmp_path, 60.0, stop)
    assert program is None
    assert complaint


def test_text_that_is_no_utf8_is_kept(instrumented: Make, tmp_path: Path) -> None:
    text = 'int main(void) { return "\udcff"[0] == (char)255; }'
    program, complaint = compile_text(text, "bytes", instrumented(EMPTY), tmp_path, 60.0, None)
    assert program is not None, complaint
    assert subprocess.run([program], timeout=10).returncode == 1


def test_missing_gcc_is_reported(instrumented: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from veriabs.core.errors import ToolError

    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(ToolError, match="gcc"):
        compile_text(EMPTY, "made", instrumented(EMPTY), tmp_path, 60.0, None)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("extern int unlink(const char *); int main(void) { return unlink(0); }", "calls unlink"),
        ("extern char **environ; int main(void) { return environ == 0; }", "environ"),
        ('int f(void) asm("getpid"); int main(void) { return f(); }', "calls getpid"),
    ],
)
def test_missing_system_functions_are_named(body: str, said: str, instrumented: Make, tmp_path: Path) -> None:
    program, why = compile_text(body, "program", instrumented(EMPTY), tmp_path, 60, None)
    assert program is None
    assert said in why
