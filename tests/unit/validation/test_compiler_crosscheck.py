"""The compiler checks the types and values that the front end gave the expressions of a program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core import typing_rules
from veriabs.core.copying import replace
from veriabs.core.expressions import Const
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.results import Agreement, Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.source import DataModel
from veriabs.core.types import INT, IntType
from veriabs.core.verdict import conclude, lowering_mismatch
from veriabs.frontend.lower import declarations, expressions
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.frontend.typed import declarators, literals, types
from veriabs.validation.compiler_crosscheck import compiler_disagreement
from veriabs.validation.validator import Validator

PROGRAMS = sorted((Path(__file__).parents[2] / "conformance" / "programs" / "read").glob("*.c"))
HEAD = "extern void __VERIFIER_assert(int); extern int __VERIFIER_nondet_int(void); extern int ext;\n"


def read(text: str, folder: Path, data_model: DataModel = DataModel.LP64) -> Program:
    path = folder / "p.c"
    path.write_text(HEAD + text, encoding="utf-8")
    return load_program(load(path, data_model=data_model))


@pytest.mark.share(2)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_compiler_agrees(path: Path) -> None:
    program = load_program(load(path))
    assert program.claims.count("_Static_assert") > 10
    assert compiler_disagreement(program) == ""


@pytest.mark.parametrize("data_model", DataModel)
def test_data_model_is_the_one_of_the_program(data_model: DataModel, tmp_path: Path) -> None:
    text = "long x; int main(void) { x = sizeof(long) + 4294967295; __VERIFIER_assert(x > 0); return 0; }"
    program = read(text, tmp_path, data_model)
    assert compiler_disagreement(program) == ""
    other = DataModel.ILP32 if data_model is DataModel.LP64 else DataModel.LP64
    assert "sizeof(long)" in compiler_disagreement(replace(program, task=replace(program.task, data_model=other)))


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { for (int i = 0; i < 3; i++) for (int j = i; j < 3; j++) __VERIFIER_assert(i + j < 6); }",
        "struct { char c; short s; } a, b[2]; int main(void) { a.s = b[1].c; __VERIFIER_assert(sizeof a == 4); }",
        "int main(void) { switch (ext) { case 1: { long z = ext; ext = z; } break; } __VERIFIER_assert(ext); }",
        "void *memset(void *, int, long); int a[3]; int main(void) { memset(a, 0, 12); __VERIFIER_assert(1); }",
        "int a[3]; int f(int *p) { return *p; } int main(void) { int x = f(((void)0, a)); __VERIFIER_assert(!x); }",
        "int main(void) { enum { red = 3 } c = red; __VERIFIER_assert(c == red && (ext, 1L) == 1); return 0; }",
        "int main(void) { int n = __VERIFIER_nondet_int(), v[n]; v[0] = 1; __VERIFIER_assert(sizeof v > 0); }",
    ],
)
def test_compiler_accepts_claims_in_the_scope_of_expressions(text: str, tmp_path: Path) -> None:
    """The last claim of each program is wrong; the compiler reports it, so it accepted the claims before it."""
    program = read(text, tmp_path)
    assert compiler_disagreement(program) == ""
    wrong = program.claims + '_Static_assert(sizeof(int) == 5, "the size of int");\n'
    assert compiler_disagreement(replace(program, claims=wrong)) == "the size of int"


def test_text_rejected_by_the_compiler_is_not_compared(tmp_path: Path) -> None:
    program = read("int main(void) { __VERIFIER_assert(1); return 0; }", tmp_path)
    assert compiler_disagreement(replace(program, claims="int;;; }")) == ""
    assert compiler_disagreement(replace(program, claims="")) == ""


# --------------------------------------------------------------------------------------------------- rules read wrongly


def test_claim_refuted_by_the_compiler_prevents_a_proof(tmp_path: Path) -> None:
    """Also where nothing may be run; the reason goes through the one concluding function."""
    program = read("int main(void) { __VERIFIER_assert(sizeof ext == 4); return 0; }", tmp_path)
    validator = Validator(False, lambda: 20.0)
    assert validator.validate(program).translation is Agreement.NOT_COMPARED
    wrong = replace(program, claims=program.claims + '_Static_assert(sizeof(int) == 8, "the size of int at p.c:2");\n')
    found = validator.validate(wrong)
    assert found.translation is Agreement.DIFFERENT and "the size of int at p.c:2" in lowering_mismatch(found).text
    asked = Query("", "", {}, ("holds",), 1, claim=Approximation.EXACT)
    proof = CheckedQuery(asked, Run("", Outcome.SUCCESS, (CheckResult("", "holds", "SUCCESS"),)))
    assert conclude([[proof]]).verdict is Verdict.TRUE
    assert conclude([[proof]], validation=found).verdict is Verdict.UNKNOWN


def _swapped(function: Callable[..., object], change: Callable[..., object]) -> Callable[..., object]:
    return lambda *given: change(function(*given), *given)


_SIZE = IntType("unsigned long", 64, False)

RULES: dict[str, tuple[object, str, Callable[..., object]]] = {
    "promotion": (expressions, "promote", lambda found, ctype: ctype),
    "usual conversions": (typing_rules, "common_type", lambda found, one, two, model: one),
    "type of a choice": (expressions, "common_type", lambda found, one, two, model: two),
    "type of a literal": (literals, "_candidates", lambda found, *given: found[-1:]),
    "octal literals": (literals, "_integer", lambda found, *given: found and Const(found.value + 1, found.type)),
    "characters": (literals, "character", lambda found, text: found and Const(found.value % 256, INT)),
    "strings": (literals, "string", lambda found, text: found and (*found, 0)),
    "layout of a struct": (types, "_record_layout", lambda found, *given: (found[0] + 4, found[1])),
    "alignment of a double": (types, "_scalar_layout", lambda found, *given: (found[0], min(found[1], 4))),
    "size of an operand": (declarations, "size_in_bytes", lambda found, *given: Const(1, _SIZE)),
    "spelling of a type": (declarators, "canonical", lambda found, names: found.replace("unsigned ", "")),
}


@pytest.mark.share(32, 8)
@pytest.mark.parametrize("rule", RULES)
def test_rule_that_is_read_wrongly_is_noticed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, change = RULES[rule]
    monkeypatch.setattr(module, name, _swapped(getattr(module, name), change))
    said = []
    for path in PROGRAMS:
        try:
            said.append(compiler_disagreement(load_program(load(path))))
        except Exception:  # what is refused is not misread
            continue
    assert any(said)


def test_program_has_no_claims_by_default() -> None:
    assert Program(load(PROGRAMS[0]), {}, {}, ()).claims == ""
