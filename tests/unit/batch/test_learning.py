"""What the results of a batch teach."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from veriabs.batch.learning import samples
from veriabs.batch.results import Results
from veriabs.core.errors import InputError
from veriabs.core.records import Record

COPY = """
extern void reach_error(void);
int a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) b[i] = a[i];
  for (int i = 0; i < 1000; i++) if (a[i] != b[i]) reach_error();
}
"""


def results(folder: Path, answers: dict[str, list[tuple[str, str, int]]]) -> Path:
    """A results file with what each strategy said of the assertion at a line, by task."""
    path = folder / "r.sqlite"
    with Results.open(path, {"folder": str(folder)}) as kept:
        for name, told in answers.items():
            said = [
                {"strategy": strategy, "answer": word, "assertion": {"file": name, "line": line}}
                for strategy, word, line in told
            ]
            kept.append(Record(name, name, "veriabs", True, "TRUE", report={"strategies": said}))
    return path


def test_the_winner_of_each_proof_is_a_sample(tmp_path: Path) -> None:
    (tmp_path / "copy.c").write_text(COPY, encoding="utf-8")
    path = results(tmp_path, {"copy.c": [("closed_forms", "UNKNOWN", 6), ("pruning", "TRUE", 6)]})
    (found,) = samples(path)
    assert (found.strategy, found.first) == ("pruning", "closed_forms")
    assert "more than one loop" in found.features


def test_programs_that_are_gone_or_not_read_teach_nothing(tmp_path: Path) -> None:
    (tmp_path / "odd.c").write_text("int main(void) { return undeclared; }", encoding="utf-8")
    won = [("closed_forms", "TRUE", 6)]
    assert samples(results(tmp_path, {"gone.c": won, "odd.c": won})) == []


def test_programs_of_several_results_are_put_together(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "copy.c").write_text(COPY, encoding="utf-8")
    paths = [results(tmp_path / name, {"copy.c": [("shrinking", "TRUE", 6)]}) for name in ("one", "two")]
    assert len(samples(*paths)) == 2


def test_what_has_no_results_is_told(tmp_path: Path) -> None:
    shutil.copy(__file__, tmp_path / "no.sqlite")
    with pytest.raises(InputError):
        samples(tmp_path / "no.sqlite")
