"""If gcc rejects a program, the input error has gcc's message."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.cli.app import main
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import DataModel, Task
from veriabs.frontend.program import load_program

INVALID = {
    "'x' undeclared (first use in this function)": ("int main(void) {\n  int y = x + 1;\n}\n", "int y = x + 1;"),
    "too many arguments to function 'f'": (
        "int f(int a) { return a; }\nint main(void) { return f(1, 2); }\n",
        "return f(1, 2);",
    ),
    "expected expression before ')' token": ("int main(void) {\n  int y = (3 + );\n  return y; }\n", "(3 + )"),
}


def loaded(path: Path, text: str, model: DataModel = DataModel.LP64) -> None:
    path.write_text("extern void __VERIFIER_assert(int);\n" + text, encoding="utf-8")
    load_program(Task(path, model))


@pytest.mark.parametrize("message", INVALID)
def test_error_has_the_words_of_the_compiler_its_line_and_a_caret(message: str, tmp_path: Path) -> None:
    text, excerpt = INVALID[message]
    with pytest.raises(InputError) as caught:
        loaded(tmp_path / "bad.c", text.replace("int main(void) {", "int main(void) { __VERIFIER_assert(1);", 1))

    assert str(caught.value).startswith(f"{tmp_path / 'bad.c'}:")
    assert message in str(caught.value)
    shown, caret = caught.value.excerpt.splitlines()[:2]
    assert excerpt in shown and "^" in caret


def test_program_accepted_by_gcc_keeps_its_unsupported_reason(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="before its prototype"):
        loaded(tmp_path / "good.c", "int f(n) int n; { return n; } int main(void) { __VERIFIER_assert(f(1)); }\n")


def test_sizes_of_the_other_data_model_are_judged_by_it(tmp_path: Path) -> None:
    text = '_Static_assert(sizeof(long) == 4, "");\nint f(n) int n; { return n; }\n'
    with pytest.raises(UnsupportedError, match="before its prototype"):
        loaded(tmp_path / "small.c", text + "int main(void) { __VERIFIER_assert(f(1)); }\n", DataModel.ILP32)


def test_command_shows_line_and_caret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.c"
    path.write_text("#include <assert.h>\nint main(void) { assert(no_such_name == 1); }\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 6
    first, *rest = capsys.readouterr().err.splitlines()
    assert first == f"veriabs: {path}:2: 'no_such_name' undeclared (first use in this function)"
    assert "assert(no_such_name == 1)" in rest[0] and "^" in rest[1]


LAYOUT = "#include <ctype.h>\n#include <stddef.h>\nstruct s { char c; struct { short h; int w[3]; } in; };\n"


def test_offsets_and_kept_enumerations_of_system_headers_are_read(tmp_path: Path) -> None:
    used = "__VERIFIER_assert(_ISdigit != 0 && offsetof(struct s, in.w[2]) == 16 && offsetof(struct s, in) == 4);"
    loaded(tmp_path / "offsets.c", LAYOUT + f"int main(void) {{ {used} }}\n")
