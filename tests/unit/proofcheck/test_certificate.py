"""The requirements on a certificate file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from veriabs.core.copying import replace
from veriabs.core.errors import InputError
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import LoopId
from veriabs.frontend.program import load_program
from veriabs.proofcheck.certificate import Certificate, lowered, read, subject_of, write
from veriabs.verify.options import Options

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "proof.schema.json").read_text(encoding="utf-8"))
TEXT = "int main(void) { int i; for (i = 0; i < 9; i++) __VERIFIER_assert(i < 9); }"

Make = Callable[[str], Program]
Change = Callable[[dict[str, Any]], object]


def document(program: Program) -> dict[str, Any]:
    certificate = Certificate(subject_of(program, Overflow.WRAP), {LoopId(1): ("(<= 0 $i)",)})
    found: dict[str, Any] = json.loads(write(certificate, program))
    return found


def test_written_certificate_fits_the_schema(program: Make) -> None:
    Draft202012Validator(SCHEMA).validate(document(program(TEXT)))


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update({"veriabs-proof": "2.0"}),
        lambda d: d.update(claim="FALSE"),
        lambda d: d.update(more=1),
        lambda d: d.pop("goals"),
        lambda d: d.pop("assumptions"),
        lambda d: d["program"].update(overflow="ignored"),
        lambda d: d["program"].update(source=7),
        lambda d: d["program"].pop("lowered"),
        lambda d: d["program"].update(wraps=True),
        lambda d: d["loops"].append(d["loops"][0]),
        lambda d: d["loops"][0].update(loop="1"),
        lambda d: d["loops"][0].update(loop=True),
        lambda d: d["loops"][0].update(invariants="true"),
        lambda d: d["loops"][0].update(invariants=[["true"]]),
        lambda d: d["loops"][0].update(lemma="true"),
        lambda d: d.update(loops={}),
    ],
)
def test_another_document_is_refused(change: Change, program: Make, tmp_path: Path) -> None:
    path, changed = tmp_path / "proof.json", document(program(TEXT))
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert read(path).invariants == {1: ("(<= 0 $i)",)}
    change(changed)
    path.write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(InputError, match=str(path)):
        read(path)


def test_a_name_with_two_values_is_refused(program: Make, tmp_path: Path) -> None:
    path, text = tmp_path / "proof.json", json.dumps(document(program(TEXT)))
    path.write_text(text.replace('"goals":', '"goals": [], "goals":', 1), encoding="utf-8")
    with pytest.raises(InputError, match="a field twice"):
        read(path)


@pytest.mark.parametrize("text", ["", "[]", "7", "{", "[" * 100_000, '{"veriabs-proof": NaN}'])
def test_an_invalid_certificate_is_reported_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read(path)
    assert "\n" not in str(error.value)


def test_the_folder_that_the_file_is_named_from_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "a.c").write_text("#include <assert.h>\nint main(void) { int i = 0; assert(i == 0); }\n")
    found = []
    for folder, name in (("", "a.c"), ("below", "../a.c"), ("below", str(tmp_path / "a.c"))):
        monkeypatch.chdir(tmp_path / folder)
        found.append(replace(subject_of(load_program(Options().task(Path(name))), Overflow.WRAP), file=""))
    assert found == found[:1] * 3


def test_programs_that_differ_have_other_texts(program: Make) -> None:
    texts = (TEXT, TEXT.replace("int i", "unsigned i"), TEXT.replace("< 9;", "<= 8;"), TEXT.replace("i = 0", "i = 1"))
    assert len({lowered(program(text)) for text in texts}) == len(texts)
