"""Write the requested files of a verification: report, counterexample, witness, SARIF, JUnit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from veriabs.core.errors import InputError
from veriabs.core.reasons import Reason
from veriabs.core.results import Report, Verdict
from veriabs.report.files import check_writable, write_texts

if TYPE_CHECKING:
    from argparse import Namespace


class Evidence(Struct, frozen=True):
    """The files to write for a program, each None if not requested: `json`, `witness`, `proof`, `sarif`, `junit`.

    `counterexample` is a folder, `verb` the command, and `framework` that of unit tests.
    """

    program: Path
    verb: str = "verify"
    json: Path | None = None
    counterexample: Path | None = None
    framework: str | None = None
    witness: Path | None = None
    proof: Path | None = None
    sarif: Path | None = None
    junit: Path | None = None

    @classmethod
    def of(cls, chosen: Namespace) -> Evidence:
        """The files that a command line asks for."""
        names = ("json", "counterexample", "framework", "witness", "proof", "sarif", "junit")
        return cls(chosen.file, chosen.verb, **{name: getattr(chosen, name, None) for name in names})

    def begin(self) -> None:
        """Raise InputError before the work starts if a file cannot be written."""
        if self.framework is not None and self.counterexample is None:
            raise InputError(f"--as {self.framework} needs --counterexample DIR, where the test is put")
        for name in ("json", "witness", "proof", "sarif", "junit"):
            path: Path | None = getattr(self, name)
            if path is None:
                continue
            if path.resolve() == self.program.resolve():
                raise InputError(f"--{name} {path} would overwrite the program")
            check_writable(path, f"--{name}")
        if self.counterexample is not None:
            check_writable(self.counterexample / "counterexample.c", "--counterexample", makes_folders=True)
        if self.json is not None:
            from veriabs.report import json_report

            json_report.begin(self.json, self.verb)

    def fail(self, error: str) -> None:
        """Record in the report why there is no verdict."""
        if self.json is not None:
            from veriabs.report import json_report

            json_report.fail(self.json, self.verb, error)

    def write(self, report: Report, options: Callable[[], dict[str, object]]) -> Iterator[InputError]:
        """Write all files; yield an error for each that cannot be written, and continue with the others.

        `options` returns the chosen options for a report.
        """
        for write in self._writers(report, options):
            try:
                write()
            except InputError as error:
                yield error
            except OSError as error:
                yield InputError(f"cannot write {error.filename}: {error.strerror or error}")

    def _writers(self, report: Report, options: Callable[[], dict[str, object]]) -> Iterator[Callable[[], object]]:
        if self.json is not None:
            from veriabs.report import json_report

            yield partial(json_report.finish, self.json, self.verb, report, options())
        if self.counterexample is not None and report.verdict is Verdict.FALSE:
            from veriabs.report import counterexample

            yield partial(counterexample.write, self.counterexample, report)
            if self.framework is not None:
                from veriabs.report import unit_tests

                yield partial(unit_tests.write, self.counterexample, report, self.framework)
        if self.witness is not None:
            from veriabs.report import witness

            yield partial(witness.write, self.witness, report, report.invariants)
        if self.proof is not None and report.verdict is Verdict.TRUE:
            yield partial(_write_proof, self.proof, report.certificate)
        if self.sarif is not None:
            from veriabs.report import sarif

            yield partial(sarif.write, self.sarif, [report])
        if self.junit is not None:
            from veriabs.report import junit

            yield partial(junit.write, self.junit, [report])


def _write_proof(path: Path, certificate: str | Reason | None) -> None:
    if not isinstance(certificate, str):
        raise InputError(f"cannot write {path}: {certificate or 'the time is over'}")
    write_texts({path: certificate}, "the proof")
