"""Small pieces of C, in pieces.txt: the values of expressions are those that gcc computes, or the C is refused.

A piece is `=== name`, declarations, `---`, statements, `---`, and the expressions, one a line.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from lowering import lower_file, native, run

from veriabs.core.ctree import statements
from veriabs.core.errors import UnsupportedError
from veriabs.core.statements import Havoc

HEAD = """extern int __VERIFIER_nondet_int(void);
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
"""
ASSERT = "extern void __VERIFIER_assert(int);\n"
PIECES = dict(
    piece.split("\n", 1)
    for piece in ("\n" + (Path(__file__).parent / "pieces.txt").read_text("utf-8")).split("\n=== ")[1:]
)


def computed(parts: list[str], folder: Path) -> list[str]:
    """The values of the expressions, computed by gcc."""
    shown = "".join(f'printf("%lld\\n", (long long)({one}));\n' for one in parts[2].strip().splitlines())
    (folder / "given.c").write_text(f"{HEAD}{parts[0]}\nint main(void) {{\n{parts[1]}\n{shown}return 0; }}\n", "utf-8")
    subprocess.run(["gcc", "-w", "-fwrapv", "-o", "given", "given.c"], cwd=folder, check=True)
    ran = subprocess.run([folder / "given"], capture_output=True, text=True, check=True, timeout=20)
    return ran.stdout.split()


@pytest.mark.share(12)
@pytest.mark.parametrize("name", PIECES)
def test_piece_has_the_values_that_gcc_computes(name: str, tmp_path: Path) -> None:
    parts = PIECES[name].split("\n---\n")
    expressions = parts[2].strip().splitlines()
    values = computed(parts, tmp_path)
    checks = "".join(
        f"__VERIFIER_assert((long long)({one}) == {value}LL);\n" for one, value in zip(expressions, values, strict=True)
    )
    text = f"{ASSERT}{HEAD}{parts[0]}\nint main(void) {{\n{parts[1]}\n{checks}return 0; }}\n"
    try:
        program = lower_file(tmp_path / "lowered.c", text)
    except UnsupportedError as error:
        assert ".c:" in str(error) or "<system>:" in str(error)
        return
    if program.gaps:
        assert any(stmt.unknown for stmt in statements(program.body) if isinstance(stmt, Havoc))
        return
    printed, code = run(native(program), tmp_path, "native")
    assert (printed.split()[1::2], code) == (["1"] * len(expressions), 0)


@pytest.mark.long
def test_most_pieces_are_not_refused(tmp_path: Path) -> None:
    accepted = 0
    for piece in PIECES.values():
        parts = piece.split("\n---\n")
        checks = "".join(f"__VERIFIER_assert({one});\n" for one in parts[2].strip().splitlines())
        text = f"{ASSERT}{HEAD}{parts[0]}\nint main(void) {{\n{parts[1]}\n{checks}return 0; }}\n"
        try:
            lower_file(tmp_path / "lowered.c", text)
        except UnsupportedError:
            continue
        accepted += 1
    assert accepted >= 100
