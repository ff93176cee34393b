"""Test that goto binaries are converted to C by `goto-instrument`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from veriabs.cli.app import main
from veriabs.core.errors import InputError, ToolError
from veriabs.frontend.task import GOTO_BINARY, is_goto_binary
from veriabs.install import provision
from veriabs.install.goto_binaries import portable_c, to_c_file

START = "// __CPROVER__start\nvoid main(void)\n{\n  f(n);\n}"
RECORDED = Path(__file__).parents[2] / "recorded"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def tool(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A CBMC with a tool beside it that does this."""
    folder.mkdir()
    for name in ("cbmc", "goto-instrument"):
        (folder / name).write_text(f"#!/bin/sh\n{code}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setattr(provision, "find", lambda: (str(folder / "cbmc"),))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("int main$$1$$i=0; main_1=2;", "int main__1__i=0; main_1=2;"),
        ("int a$b, a_b, a__b$;", "int a_b_, a_b, a__b_;"),
        ("char *s = \"a$b\"; // a$b\nx$y = '$';", "char *s = \"a$b\"; // a$b\nx_y = '$';"),
        ("__CPROVER_bool b;", "_Bool b;"),
        ("x=nondet_signed_int();", "extern signed int nondet_signed_int(void);\nx=nondet_signed_int();"),
        ('// __CPROVER__start\nvoid main(void)\n{\n  __CPROVER_initialize();\n  INPUT("n", n);\n  f(n);\n}', START),
        ("\ntypedef static void f(void *);", "\ntypedef void f(void *);"),
        ("x=nondet_bar();", "x=nondet_bar();"),
        ("x=nondet_char(1);", "x=nondet_char(1);"),
    ],
)
def test_names_are_those_of_c(text: str, wanted: str) -> None:
    assert portable_c(text) == wanted


def test_other_files_are_no_goto_binaries(tmp_path: Path) -> None:
    text, binary = tmp_path / "a.c", tmp_path / "a.o"
    text.write_text("int main(void) { return 0; }\n")
    binary.write_bytes(b"\x7fELF\0")
    assert not any(map(is_goto_binary, (text, binary, tmp_path, tmp_path / "none")))


def test_converted_goto_binary_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool(tmp_path / "bin", 'echo \'int a$b;\' > "$4"; echo x >> "${0%/*}/calls"', monkeypatch)
    binary = tmp_path / "some.goto"
    binary.write_bytes(GOTO_BINARY + b"1")
    assert to_c_file(binary) == to_c_file(binary)
    assert to_c_file(binary).name == "some.c" and to_c_file(binary).read_text() == "int a_b;\n"
    assert (tmp_path / "bin/calls").read_text() == "x\n"
    assert to_c_file(binary).parent.stat().st_mode & 0o077 == 0


def test_errors_are_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "some.goto"
    binary.write_bytes(GOTO_BINARY)
    tool(tmp_path / "bin", "echo; echo 'it is of another version' >&2; exit 1", monkeypatch)
    with pytest.raises(InputError, match=r"some\.goto: goto-instrument cannot write it as C: it is of another"):
        to_c_file(binary)
    (tmp_path / "bin/goto-instrument").unlink()
    monkeypatch.setenv("PATH", os.defpath)
    with pytest.raises(ToolError, match="goto-instrument, which writes goto binaries as C, is neither beside CBMC nor"):
        to_c_file(binary)


@pytest.mark.parametrize("lost", ["__builtin_popcount(x)", 'overflow(\\"+\\", int, a, b)'])
def test_c_with_another_meaning_is_rejected(lost: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`goto-instrument` writes __builtin_popcountl without its l, for example."""
    binary = tmp_path / "some.goto"
    binary.write_bytes(GOTO_BINARY)
    tool(tmp_path / "bin", f'echo "x={lost};" > "$4"', monkeypatch)
    with pytest.raises(InputError, match=r"writes \w+ as other C; verify the program's C files instead"):
        to_c_file(binary)


@pytest.mark.cbmc
@pytest.mark.parametrize(("name", "code", "said"), [("sum_of_cells", 0, "TRUE"), ("sum_too_small", 10, "FALSE")])
def test_a_goto_binary_is_verified(name: str, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled by the `goto-cc` of CBMC 6.6 from a program that sums up 100,000 inputs from 0 to 8."""
    assert main(["verify", str(RECORDED / f"{name}.goto"), "--timeout", "60", "--plain"]) == code
    assert f"\n{said}  " in capsys.readouterr().out
