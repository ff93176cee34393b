"""Test the comparison of two programs by CBMC, for programs that cannot be run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core import typing_rules
from veriabs.core.copying import replace
from veriabs.core.ctree import statements, transform
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program, ProgramPart
from veriabs.core.queries import Query
from veriabs.core.results import Agreement, Validation, Verdict
from veriabs.core.runs import Run
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, If, Stmt
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.validation.validator import Validator
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

pytestmark = pytest.mark.cbmc
HEAD = """extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
"""
FILL = "int a[1000]; int main(void) { int i; for (i = 0; i < 1000; i++) a[i] = 3; __VERIFIER_assert(a[5] == 3); }"
Compare = Callable[[Program], Validation]
Read = Callable[..., Program]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def made(text: str, data_model: DataModel = DataModel.LP64) -> Program:
        path = tmp_path / "p.c"
        path.write_text(HEAD + text, encoding="utf-8")
        return load_program(load(path, data_model=data_model))

    return made


def validator(cbmc: Cbmc, model: DataModel = DataModel.LP64) -> Validator:
    """A validator without native runs."""

    def check(query: Query) -> Run:
        with Driver(cbmc, memory_mb=4000, jobs=1) as driver:
            text = render_c(query.template, query.context)
            named = {"purpose": query.purpose, "asked": query.asked, "unwind": query.unwind}
            return driver.check(text, data_model=model, seconds=60.0, **named)

    return Validator(False, lambda: 60.0, None, check)


@pytest.mark.parametrize("data_model", DataModel)
def test_same_program(read: Read, cbmc: Cbmc, data_model: DataModel) -> None:
    assert validator(cbmc, data_model).validate(read(FILL, data_model)) == Validation(Agreement.SAME)


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { double d = 0.5; int x = __VERIFIER_nondet_int(); if (x < d) abort();"
        " __VERIFIER_assert(x > 0); }",
        "struct { char c; short s[3]; float f; } r; int f(int k) { if (k == 3) abort(); return k; }"
        " int main(void) { r.s[1] = __VERIFIER_nondet_int(); r.f = r.s[1]; __VERIFIER_assert(f(r.s[1]) == r.f); }",
        pytest.param(
            "int main(void) { int n = __VERIFIER_nondet_uchar(), a[n], s = 0; for (int i = 0; i < n; i++) a[i] = i;"
            " for (int i = 0; i < n; i++) s += a[i]; __VERIFIER_assert(s == n * (n - 1) / 2); }",
            marks=pytest.mark.long,
        ),
    ],
)
def test_correct_translation_is_the_same(read: Read, cbmc: Cbmc, text: str) -> None:
    assert validator(cbmc).validate(read(text)) == Validation(Agreement.SAME)


def test_misread_conversion_is_noticed(read: Read, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing_rules, "promote", lambda ctype: ctype)
    text = "int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); int x = c + c; __VERIFIER_assert(x != 402); }"
    assert validator(cbmc).validate(read(text)).translation is Agreement.DIFFERENT


def test_only_input_of_billions_is_found(read: Read, cbmc: Cbmc) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x != %d) abort(); __VERIFIER_assert(0); }"
    program, other = read(text % 1234567), read(text % 1234568)
    found = validator(cbmc).validate(replace(program, body=other.body))
    assert found.translation is Agreement.DIFFERENT


def test_assertion_that_is_left_out_is_noticed(read: Read, cbmc: Cbmc) -> None:
    program = read("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x != 1234567); x++; }")
    without = replace(program, body=tuple(stmt for stmt in program.body if not isinstance(stmt, Assert)))
    assert validator(cbmc).validate(without).translation is Agreement.DIFFERENT


def test_translation_is_not_compared_if_no_run_ends(read: Read, cbmc: Cbmc) -> None:
    text = "int main(void) { int s = 0, k = 70; for (int i = 0; i < k * k; i++) s++; __VERIFIER_assert(s == 4900); }"
    found = validator(cbmc).validate(read(text))
    assert found.translation is Agreement.NOT_COMPARED
    assert "no run ends" in found.detail


def test_part_with_another_condition_is_noticed(read: Read, cbmc: Cbmc) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(), r = 0; if (x < 3) r = 1; __VERIFIER_assert(r - 1); }"
    whole = read(text)
    (assertion,) = (one for one in statements(whole.body) if isinstance(one, Assert))
    same = validator(cbmc).validate_part(whole, ProgramPart("slice", whole), assertion)
    assert same == Validation(Agreement.SAME)

    def turn(one: Stmt) -> tuple[Stmt, ...]:
        return (replace(one, then=one.orelse, orelse=one.then),) if isinstance(one, If) else (one,)

    turned = transform(whole.body, turn)
    found = validator(cbmc).validate_part(whole, ProgramPart("slice", replace(whole, body=turned)), assertion)
    assert found.translation is Agreement.DIFFERENT


def test_misreading_prevents_the_proof_with_no_replay(read: Read, cbmc: Cbmc) -> None:
    text = "int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); __VERIFIER_assert(c < %d); }"
    other = read(text % 256)
    program = replace(read(text % 255), body=other.body)
    options = Options(timeout=20, replay=False, strategies=("induction",))
    report = verify(program.task, program, cbmc, options, Deadline(20))
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None and "differently than the compiler" in report.reason.text
    assert verify(other.task, read(text % 256), cbmc, options, Deadline(20)).verdict is Verdict.TRUE
