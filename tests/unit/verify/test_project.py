"""Test the settings in `veriabs.toml` and `compile_commands.json`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from veriabs.core.errors import InputError
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel, Task
from veriabs.frontend.preprocess import preprocess
from veriabs.verify.options import Options
from veriabs.verify.project import compiled, compiled_with, defaults, with_build


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    path = tmp_path / "src" / "a.c"
    path.write_text("int x = WIDTH + DEPTH;", encoding="utf-8")
    return path


def test_defaults_of_the_nearest_folder_above(file: Path) -> None:
    text = 'check = "bounds"\ntimeout = 7\nI = ["h"]\nglobals = true\nD = ["A=1"]\n32 = "ILP32"\n'
    (file.parents[1] / "veriabs.toml").write_text(text, encoding="utf-8")
    options = Options.of(defaults(file))
    assert (options.checks, options.timeout, options.arbitrary_globals) == (("bounds",), 7.0, True)
    assert options.includes == (file.parents[1] / "h",) and options.defines == ("A=1",)
    assert options.data_model is DataModel.ILP32


def test_missing_file_gives_no_defaults(file: Path) -> None:
    assert defaults(file) == {}


@pytest.mark.parametrize("text", ["colour = 1", "timeout = 'soon'", "check = 'everything'", "= 1", 'p = "gone"'])
def test_an_unknown_option_is_reported_in_one_line(file: Path, text: str) -> None:
    (file.parent / "veriabs.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        defaults(file)
    assert "\n" not in str(caught.value) and str(file.parent) in str(caught.value)


def database(file: Path, **entry: object) -> Path:
    build = file.parents[1] / "build"
    build.mkdir()
    entry = {"directory": str(build), "file": "../src/a.c", **entry}
    (build / "compile_commands.json").write_text(json.dumps([{"file": "other.c"}, entry]), encoding="utf-8")
    return build


def test_folders_below_the_current_one_are_named_from_there(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parents[1])
    folder = database(file, command=f"cc -I{file.parents[1]}/include -I/usr/include -c ../src/a.c")
    assert Options.of(compiled_with(folder, file)).includes == (Path("include"), Path("/usr/include"))


def test_file_is_read_with_its_compile_options(file: Path) -> None:
    (file.parent / "pre.h").write_text("#define DEPTH 3\n", encoding="utf-8")
    command = "cc -std=c99 -O2 -DWIDTH=2 -D NAME -I../include -include ../src/pre.h -m32 -c ../src/a.c -o a.o"
    given = compiled_with(database(file, command=command), file)
    options = Options.of(given)
    assert options.defines == ("WIDTH=2", "NAME") and options.standard == "c99"
    assert [path.resolve() for path in options.includes] == [file.parents[1] / "include"]
    assert options.data_model is DataModel.ILP32
    task = Task(file, defines=options.defines, preincludes=options.preincludes, standard=options.standard)
    assert "int x = 2 + 3;" in preprocess(task)


def test_options_may_be_separate_words(file: Path) -> None:
    given = compiled_with(database(file, arguments=["cc", "-DWIDTH=4", "a.c"]), file)
    assert given == {"defines": ("WIDTH=4",)}


def test_file_outside_the_build_is_reported(file: Path) -> None:
    with pytest.raises(InputError, match=r"no command compiles .*b\.c"):
        compiled_with(database(file), file.with_name("b.c"))
    with pytest.raises(InputError, match="no such file; CMake writes it with"):
        compiled_with(file.parent, file)


@pytest.mark.parametrize("other", ["-O2 -fPIC -DA=1", "-DA=2"])
def test_several_commands_for_one_file_have_the_same_meaning(file: Path, other: str) -> None:
    build = database(file)
    entries = [{"directory": "..", "file": "src/a.c", "command": f"cc {one} -c src/a.c"} for one in ("-DA=1", other)]
    (build / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
    if "A=1" in other:
        assert compiled_with(build, file) == {"defines": ("A=1",)}
        return
    with pytest.raises(InputError, match=r"2 commands compile .*a\.c, with different options"):
        compiled_with(build, file)


def test_the_files_of_a_build(file: Path) -> None:
    build = database(file, command="cc -c ../src/a.c")
    assert [path.name for path in compiled(build)] == ["other.c", "a.c"]
    assert file.resolve() in [path.resolve() for path in compiled(build)]


@pytest.mark.parametrize("text", ["{}", "[1]", "[", ""])
def test_an_invalid_database_is_reported_in_one_line(file: Path, text: str) -> None:
    (file.parent / "compile_commands.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="compile_commands.json: ") as caught:
        compiled(file.parent)
    assert "\n" not in str(caught.value)


def test_a_database_is_read_once_until_it_changes(
    file: Path, monkeypatch: pytest.MonkeyPatch, count: int = 200
) -> None:
    build = file.parents[1] / "build"
    build.mkdir()
    entries = [{"directory": "..", "file": f"src/{n}.c", "command": f"cc -DN={n} -c src/{n}.c"} for n in range(count)]
    (build / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
    parsed, loads = [], json.loads
    monkeypatch.setattr(json, "loads", lambda text: parsed.append(text) or loads(text))
    for path in compiled(build):
        assert compiled_with(build, path)["defines"] == (f"N={path.stem}",)
    assert len(parsed) == 1
    (build / "compile_commands.json").write_text(json.dumps(entries[:3]), encoding="utf-8")
    assert len(compiled(build)) == 3 and len(parsed) == 2


@pytest.mark.parametrize(
    "option",
    [
        *("-funsigned-char", "-fno-signed-char", "-fshort-enums", "-fpack-struct", "-ffast-math", "-Ofast"),
        *("-fopenmp", "-Ulinux", "-imacros m.h", "-Wp,-Uunix", "@options", "-mno-sse", "-march=native"),
        *("-x cpp-output", "--target=x"),
    ],
)
def test_an_option_that_changes_the_program_is_refused(file: Path, option: str) -> None:
    build = database(file, command=f"cc {option} -c ../src/a.c")
    with pytest.raises(InputError, match=re.escape(f"not supported: {option.split()[0].removeprefix('-Wp,')}")):
        compiled_with(build, file)


def test_a_compiler_for_another_machine_is_refused(file: Path) -> None:
    build = database(file, command="/opt/bin/arm-none-eabi-gcc-12 -c ../src/a.c")
    with pytest.raises(InputError, match="arm-none-eabi-gcc-12"):
        compiled_with(build, file)


def test_macros_are_defined_in_the_order_of_the_options(file: Path) -> None:
    command = "gcc-12 -DA=1 -DB -U A -Wp,-DC=3,-MD,a.d -U_FORTIFY_SOURCE -D A=2 -UB -ansi -pthread -c ../src/a.c"
    given = compiled_with(database(file, command=command), file)
    assert given == {"defines": ("C=3", "A=2", "_REENTRANT"), "standard": "c90"}


def test_options_that_change_nothing_are_skipped(file: Path) -> None:
    words = "-O2 -g3 -Wall -Wl,-z,now -MMD -MF a.d -fPIC -fno-common -fstack-protector-strong -flto=auto -pipe -lm"
    assert compiled_with(database(file, command=f"cc {words} -o a.o -c ../src/a.c"), file) == {}


def test_overflow_wraps_if_the_compiler_is_told_so(file: Path) -> None:
    assert compiled_with(database(file, command="cc -fwrapv -c a.c"), file) == {"overflow": Overflow.WRAP}


def test_macros_are_added_to_those_of_the_build(file: Path) -> None:
    build = {"defines": ("A=1",), "standard": "c99", "includes": (file.parent,)}
    given = {"defines": ["B"], "standard": "c11"}
    assert with_build(build, given) == {"defines": ("A=1", "B"), "standard": "c11", "includes": (file.parent,)}
    (file.parents[1] / "veriabs.toml").write_text('p = "build"\nD = ["B"]\n', encoding="utf-8")
    database(file, command="cc -DA=1 -c ../src/a.c")
    assert defaults(file)["defines"] == ("A=1", "B")


def test_a_build_without_database_is_reported_with_the_option_that_writes_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="compile_commands.json: no such file; CMake writes it with -DCMAKE_EXPORT"):
        compiled(tmp_path)
