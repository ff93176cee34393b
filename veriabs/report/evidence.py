"""What a verification leaves behind in files when it is asked to: counterexample, witness, SARIF, JUnit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from veriabs.core.errors import InputError
from veriabs.core.model import Report, Word


@dataclass(frozen=True, slots=True)
class Evidence:
    """The files to write; `counterexample` is a folder."""

    counterexample: Path | None = None
    witness: Path | None = None
    sarif: Path | None = None
    junit: Path | None = None

    def check(self, program: Path) -> None:
        """Raises InputError for what cannot be written, before the work and not after it."""
        for name, path in (("witness", self.witness), ("sarif", self.sarif), ("junit", self.junit)):
            if path is None:
                continue
            if path.is_dir() or not path.absolute().parent.is_dir():
                raise InputError(f"--{name} {path}: cannot be written there")
            if path.resolve() == program.resolve():
                raise InputError(f"--{name} {path} would overwrite the program")
        folder = self.counterexample
        if folder is not None and not next(p for p in (folder, *folder.absolute().parents) if p.exists()).is_dir():
            raise InputError(f"--counterexample {folder}: cannot be made there")

    def write(self, report: Report) -> None:
        """Writes what was asked for; InputError if one cannot be written."""
        if self.counterexample is not None and report.word is Word.FALSE:
            from veriabs.report import counterexample

            counterexample.write(self.counterexample, report)
        if self.witness is not None:
            from veriabs.report import witness

            witness.write(self.witness, report, report.invariants)
        if self.sarif is not None:
            from veriabs.report import sarif

            sarif.write(self.sarif, [report])
        if self.junit is not None:
            from veriabs.report import junit

            junit.write(self.junit, [report])
