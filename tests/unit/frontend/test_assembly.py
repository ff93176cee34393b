"""Assembly statements and names that the parser does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.source import Task
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.program import load_program


def test_assembly_statements_become_calls(tmp_path: Path) -> None:
    text = """int x; int main(void) { if (x) __asm__("nop"); asm volatile ("" : : : "memory");
    asm ("" : "+r" (x)); do asm ("f: ret"); while (x); else_: asm("nop" : "=r" (x)
    : "r" (x)); [[maybe_unused]] int a\\u00e9$; }"""
    source = tmp_path / "a.c"
    source.write_text(text + "\n", encoding="utf-8")
    found = preprocess(Task(source)).partition("main")[2]
    called = "__veriabs_assembly()"
    assert found.split() == (
        f"(void) {{ if (x) {called}; ; {called}; do {called}; while (x); else_: {called} ; int a_ue9__u24_; }}".split()
    )


def test_an_assembly_statement_may_not_be_reached(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    text = 'int x; void f(void) { asm("nop"); }\nint main(void) { if (x) f(); __VERIFIER_assert(x == 0); }\n'
    source.write_text(f"extern void __VERIFIER_assert(int);\n{text}", encoding="utf-8")
    assert [(gap.what, gap.where.line, gap.must_not_run) for gap in load_program(Task(source)).gaps] == [
        ("inline assembly", 2, True)
    ]


@pytest.mark.parametrize("operand", ["x++", "x = 2", "f()"])
def test_an_operand_of_empty_assembly_may_have_an_effect(operand: str, tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text(f'int x, f(void); int main(void) {{ asm("" : : "r" ({operand})); }}\n', encoding="utf-8")
    assert "__veriabs_assembly()" in preprocess(Task(source))
