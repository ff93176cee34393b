"""Test the script that answers CBMC's questions to gcc from a cache."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from veriabs.core.runs import Outcome
from veriabs.core.source import DataModel
from veriabs.solvers import compiler
from veriabs.solvers.command import environment
from veriabs.solvers.driver import Cbmc, Driver

PROGRAM = 'int main(void) { int x = 1; __CPROVER_assert(x == 1, "asked"); return 0; }\n'
QUESTIONS = list(compiler._QUESTIONS.items())


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log in which a wrapper of gcc, first on the path, records its calls; the cache of answers is empty."""
    real, folder, log = shutil.which("gcc"), tmp_path / "path", tmp_path / "log"
    folder.mkdir()
    (folder / "gcc").write_text(f'#!/bin/sh\necho "$*" >> {log}\nexec {real} "$@"\n')
    (folder / "gcc").chmod(0o755)
    log.touch()
    monkeypatch.setenv("PATH", os.pathsep.join((str(folder), os.environ["PATH"])))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return log


def ask(program: Path | str, words: str, question: str) -> list[str]:
    said = subprocess.run([str(program), *words.split()], input=question, capture_output=True, text=True, check=True)
    return [line for line in said.stdout.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(("words", "question"), QUESTIONS)
def test_answers_are_those_of_gcc(log: Path, tmp_path: Path, words: str, question: str) -> None:
    room = compiler.make_gcc_wrapper(tmp_path)
    assert room is not None
    before = log.read_text()
    assert ask(room / "gcc", words, question) == ask(str(shutil.which("gcc")), words, question)
    assert log.read_text() == f"{before}{words}\n"


@pytest.mark.parametrize(("words", "question"), [("-E - -o -", "__GNUC__ $HOME `x` \\n\n"), ("-dumpversion", "")])
def test_other_questions_go_to_gcc(log: Path, tmp_path: Path, words: str, question: str) -> None:
    room = compiler.make_gcc_wrapper(tmp_path)
    assert room is not None
    log.write_text("")
    assert ask(room / "gcc", words, question) == ask(str(shutil.which("gcc")), words, question) != []
    assert log.read_text() == f"{words}\n" * 2


def test_gcc_is_asked_again_when_it_has_changed(log: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert compiler.make_gcc_wrapper(tmp_path / name) is not None
    assert log.read_text().splitlines() == [words for words, _ in QUESTIONS]
    path = Path(str(shutil.which("gcc")))
    path.write_text(path.read_text() + "# changed\n")
    (tmp_path / "three").mkdir()
    compiler.make_gcc_wrapper(tmp_path / "three")
    assert log.read_text().splitlines() == [words for words, _ in QUESTIONS] * 2


@pytest.mark.parametrize("body", ["exit 1", "echo 'gcc 1 2 3; rm -rf /'", "echo gcc 12"])
def test_compiler_that_gives_no_answer_has_no_stand_in(log: Path, tmp_path: Path, body: str) -> None:
    Path(str(shutil.which("gcc"))).write_text(f"#!/bin/sh\n{body}\n")
    assert compiler.make_gcc_wrapper(tmp_path) is None


@pytest.mark.cbmc
def test_cbmc_asks_gcc_only_the_known_questions(log: Path, cbmc: Cbmc, tmp_path: Path) -> None:
    """It does ask, and no run starts gcc any more."""
    (tmp_path / "program.i").write_text(PROGRAM)
    plain = [*cbmc.command, "program.i"]
    subprocess.run(plain, cwd=tmp_path, env=environment(tmp_path), capture_output=True, check=True)
    assert log.read_text().splitlines() == [words for words, _ in QUESTIONS]
    with Driver(cbmc) as driver:
        log.write_text("")
        run = driver.check(
            PROGRAM, purpose="program", asked=("asked",), unwind=1, data_model=DataModel.LP64, seconds=60
        )
    assert run.outcome is Outcome.SUCCESS
    assert log.read_text() == ""
