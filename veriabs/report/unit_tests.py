"""Write a counterexample as a unit test that fails until the user's file is fixed.

The test includes the file. It defines the functions that give inputs, and calls the tested function. Counterexamples
that a test cannot reproduce are refused: with contents of uninitialised memory, or with violations that no sanitizer of
a compiler detects.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from veriabs.core.counterexample import BodilessFunction, Counterexample, Input, SiteKind, VisitRange
from veriabs.core.errors import InputError
from veriabs.core.goals import GoalKind
from veriabs.core.results import Report
from veriabs.core.source import DataModel
from veriabs.core.templates import render_c
from veriabs.core.types import FloatType
from veriabs.report.counterexample import failure_text, trace_of
from veriabs.report.excerpts import Excerpts
from veriabs.report.files import path_text, write_texts
from veriabs.report.values import literal, value_of

_SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_SEEN = (GoalKind.BOUNDS, GoalKind.OVERFLOW, GoalKind.DIV_BY_ZERO, GoalKind.SHIFT, GoalKind.POINTER)
"""The checks that sanitizers make as well."""
_CLAUSES = ("requires", "ensures", "assigns", "frees", "loop_invariant", "decreases")
_LINKED = {"cmocka": ("-lcmocka",), "unity": ("unity.c",)}
_SITE = re.compile(r"\b(?:veriabs_input|veriabs_input_double|VERIABS_MALLOC|veriabs_fill)\((\d+)")
_WHOLE = re.compile(r"\bveriabs_input\((\d+)\)")


def write(folder: Path, report: Report, framework: str) -> tuple[Path, ...]:
    """Write the files of a test into a folder; raises InputError if no test can reproduce the counterexample, or on a
    full disk."""
    if report.counterexample is None:
        raise InputError(f"{path_text(report.task.path)}: there is no counterexample")
    made = _Test(report, report.counterexample, folder, framework)
    made.check()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path_text(folder)}: {error.strerror or error}") from error
    texts = dict(made.texts())
    write_texts(texts, "the test")
    return tuple(texts)


@dataclass(frozen=True)
class _Test:
    """One unit test for the framework of the user's choice, which replays a counterexample; its files are in `folder`.
    """

    report: Report
    example: Counterexample
    folder: Path
    framework: str

    # -------------------------------------------------------------------------------------- supported counterexamples

    def check(self) -> None:
        """Raise InputError with the reason if there can be no test."""
        for problem in self._problems():
            raise InputError(f"--as {self.framework}: {problem}")

    def _problems(self) -> Iterator[str]:
        kind, target = self.example.assertion.kind, self.example.target
        if self.report.task.others:
            yield "a program of several files cannot become a unit test"
        if kind is not GoalKind.ASSERTION and kind not in _SEEN:
            yield f"no sanitizer detects violations of the check {kind.value}"
        if kind is GoalKind.ASSERTION and target.text.lower() in ("err", "error"):
            yield f"no test can detect that the label {target.text} is reached"
        if self.example.overflow:
            yield "the run relies on signed arithmetic that wraps"
        for given in self._user_inputs:
            if given.site.kind is not SiteKind.CALL and any(span.start or span.step for span in given.spans):
                where = given.site.where
                yield f"no test can set the uninitialised {given.site.name} at line {where.line}"
        for given in self._user_inputs:
            if library := given.site.library:
                yield f"no test can set the result of {library}"
        for called in self.example.rerun.calls:
            if called.spans is None:
                yield f"{called.name} gives too many different values"
        if re.search(r'["\\\n]', self._included):
            yield f"{self._included} cannot be included"

    @cached_property
    def _argument_sites(self) -> set[int]:
        """The sites of the arguments in the call of the function."""
        return {int(number) for number in _SITE.findall(self.example.rerun.entry)}

    @property
    def _user_inputs(self) -> list[Input]:
        """The inputs within the user's text."""
        return [given for given in self.example.inputs if given.site.number not in self._argument_sites]

    # -------------------------------------------------------------------------------------------------------- names

    @cached_property
    def _stem(self) -> str:
        word = re.sub(r"\W", "_", self.report.task.path.stem, flags=re.ASCII)
        function = self.report.task.entry.function
        return word if function == "main" else f"{word}_{function}"

    @property
    def _included(self) -> str:
        return path_text(os.path.relpath(self.report.task.path.resolve(), self.folder.resolve()))

    @cached_property
    def _goal(self) -> str:
        """The violation as text for comments and strings."""
        task = self.report.task
        return _ascii(failure_text(self.example, Excerpts(task)).replace(path_text(task.path), task.path.name))

    def _flags(self) -> list[str]:
        """The compiler options for the file."""
        task, kind = self.report.task, self.example.assertion.kind
        beside = (os.path.relpath(path.resolve(), self.folder.resolve()) for path in task.includes)
        before = (os.path.relpath(path.resolve(), self.folder.resolve()) for path in task.preincludes)
        return [
            f"-std={task.standard or 'gnu11'}",
            "-Wno-implicit-function-declaration",
            *(["-m32"] if task.data_model is DataModel.ILP32 else []),
            *(["-ftrivial-auto-var-init=zero"] if self._has_memory_inputs else []),
            *(["-finstrument-functions"] if self._error_function else []),
            *(_SANITIZERS if kind is not GoalKind.ASSERTION else ()),
            *(f"-D{define}" for define in task.defines),
            *(f"-I{path}" for path in beside),
            *(word for path in before for word in ("-include", path)),
        ]

    @property
    def _error_function(self) -> str:
        """The function whose call is the violation, if its own body may hide that."""
        text = self.example.target.text
        return text if text in ("reach_error", "__VERIFIER_error") else ""

    @property
    def _has_memory_inputs(self) -> bool:
        return any(given.site.kind is not SiteKind.CALL for given in self._user_inputs)

    # -------------------------------------------------------------------------------------------------------- texts

    def texts(self) -> Iterator[tuple[Path, str]]:
        stem, test = self._stem, f"test_{self._stem}"
        driver = self.framework if self.framework in _LINKED else "plain"
        yield self.folder / f"{stem}_inputs.c", self._inputs()
        yield self.folder / f"{test}.c", render_c(f"report/unit_test_{driver}", self._context())
        if self.framework == "pytest":
            yield self.folder / f"{test}.py", self._python()
        if self.framework == "ctest":
            yield self.folder / "CMakeLists.txt", self._cmake()

    def _context(self) -> dict[str, object]:
        stem = self._stem
        words = ["gcc", *self._flags(), f"test_{stem}.c", f"{stem}_inputs.c", *_LINKED.get(self.framework, ()), "-lm"]
        return {
            "file": _ascii(self.report.task.path.name),
            "goal": self._goal,
            "test": f"test_{stem}",
            "command": _comment(f"{shlex.join([*words, '-o', f'test_{stem}'])} && ./test_{stem}"),
        }

    def _inputs(self) -> str:
        rerun = self.example.rerun
        context = {
            "trace": "\n".join(f"     {_comment(line)}" for line in trace_of(self.example, Excerpts(self.report.task))),
            "path": self._included,
            "zeroed": self._has_memory_inputs,
            "error_function": self._error_function,
            "clauses": [f"__CPROVER_{clause}" for clause in _CLAUSES] if self._has_contracts else [],
            "inputs": [*map(_call_table, rerun.calls), *self._argument_tables()],
            "entry": self._entry(),
            "parameters": rerun.parameters,
        }
        return render_c("report/unit_test_inputs", {**self._context(), **context})

    @property
    def _has_contracts(self) -> bool:
        try:
            return "__CPROVER_" in self.report.task.path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False

    def _argument_tables(self) -> Iterator[dict[str, object]]:
        """The tables of the arguments of the call."""
        known = {given.site.number: given for given in self.example.inputs}
        for number in sorted({int(number) for number in _SITE.findall(self._entry())}):
            given = known.get(number)
            text = f"{given.site.name} at line {given.site.where.line}" if given else "an unused input"
            yield _table(str(number), text, given.spans if given else ())

    def _entry(self) -> str:
        """The call of the function, with the constants themselves if there is one value each."""
        known = {given.site.number: given for given in self.example.inputs}

        def number(found: re.Match[str]) -> str:
            given = known.get(int(found[1]))
            if given is None or sum(span.count for span in given.spans) != 1 or isinstance(given.site.type, FloatType):
                return found[0]
            return literal(value_of(given.spans[0].start, given.site.type), given.site.type)

        return _WHOLE.sub(number, self.example.rerun.entry).rstrip()

    def _python(self) -> str:
        stem = self._stem
        words = ["gcc", *self._flags(), f"test_{stem}.c", f"{stem}_inputs.c", "-lm"]
        return _PYTEST.format(
            **{**self._context(), "words": "".join(f"    {word!r},\n" for word in words), "name": f"test_{stem}"}
        )

    def _cmake(self) -> str:
        options = " ".join(f"[=[{word}]=]" for word in self._flags())
        linked = " ".join(word for word in self._flags() if word.startswith(("-fsanitize", "-m32")))
        return _CMAKE.format(**self._context(), stem=self._stem, options=options, linked=linked)


def _call_table(called: BodilessFunction) -> dict[str, object]:
    return _table(called.name, f"{called.name}(), call by call", called.spans or (), called.type)


def _table(name: str, text: str, spans: tuple[VisitRange, ...], ctype: object = None) -> dict[str, object]:
    reader = "double" if isinstance(ctype, FloatType) else "next"
    given = [span for span in spans if span.start or span.step]
    return {"name": name, "text": _comment(text), "spans": given, "called": ctype is not None, "reader": reader}


def _ascii(text: str) -> str:
    """The text for comments and strings of C and Python."""
    return re.sub(r"[^ -~]|[\"\\%]", "_", _comment(text))


def _comment(text: str) -> str:
    return " ".join(text.replace("*/", "* /").replace("/*", "/ *").split())


_PYTEST = '''\
"""Fails as long as {file} does: {goal}."""

import subprocess
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = [
{words}]


def {name}(tmp_path):
    program = tmp_path / "{name}"
    subprocess.run([*COMMAND, "-o", program], cwd=HERE, check=True)
    finished = subprocess.run([program], capture_output=True, text=True, errors="replace")
    assert finished.returncode == 0, finished.stderr
'''

_CMAKE = """\
# Fails as long as {file} does: {goal}
# Add it to a suite with add_subdirectory(), or run it by itself: cmake -S . -B build, cmake --build build, ctest.
cmake_minimum_required(VERSION 3.13)
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  project({test} C)
  enable_testing()
endif()
add_executable({test} {test}.c {stem}_inputs.c)
target_compile_options({test} PRIVATE {options})
target_link_options({test} PRIVATE {linked})
target_link_libraries({test} PRIVATE m)
add_test(NAME {test} COMMAND {test})
"""
