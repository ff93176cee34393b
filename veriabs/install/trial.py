"""Give CBMC a tiny program and check its complete answer, for `setup` and `doctor`.

Trials decide no verdict; they use no flags of proofs, so that every CBMC since 5.12 accepts them.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

OLDEST = (5, 12)
SAFE = 0
VIOLATED = 10

PROVABLE = """\
int main(void) {
  unsigned x;
  __CPROVER_assume(x < 10);
  __CPROVER_assert(x + 1 < 11, "holds");
  return 0;
}
"""
REFUTABLE = """\
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assert(x != 42, "fails");
  return 0;
}
"""


class ToolStart(Struct, frozen=True):
    """The result of starting a program once; `code` is None if it could not be started or did not end in time."""

    code: int | None
    output: str
    errors: str
    seconds: float

    def messages(self) -> list[dict[str, Any]]:
        """CBMC's JSON messages; none if the output is something else."""
        try:
            parsed = json.loads(self.output)
        except ValueError:
            return []
        if not isinstance(parsed, list):
            return []
        return [message for message in parsed if isinstance(message, dict)]

    def status(self) -> str:
        """CBMC's final word, `success` or `failure`, or the empty text."""
        return next((str(message["cProverStatus"]) for message in self.messages() if "cProverStatus" in message), "")

    def results(self) -> list[dict[str, Any]]:
        """One entry for each property that CBMC decided."""
        found = next((message["result"] for message in self.messages() if "result" in message), None)
        return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []

    def summary(self) -> str:
        """One line for the user about how it ended."""
        lines = [line for line in (self.errors or self.output).splitlines() if line.strip()]
        ending = "no answer" if self.code is None else f"exit code {self.code}"
        return f"{ending}: {lines[-1].strip()}" if lines and not self.messages() else ending


def run(command: tuple[str, ...], *, timeout: float = 20.0, environment: Mapping[str, str] | None = None) -> ToolStart:
    """Run a command without input; never raises for what the command does. `timeout` is in seconds of wall time."""
    begin = time.monotonic()
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return ToolStart(None, "", f"did not end within {timeout:.0f} s", time.monotonic() - begin)
    except OSError as error:
        return ToolStart(None, "", f"cannot be started: {error.strerror}", time.monotonic() - begin)
    return ToolStart(done.returncode, done.stdout, done.stderr, time.monotonic() - begin)


def check(
    command: tuple[str, ...],
    text: str,
    *options: str,
    suffix: str = ".c",
    timeout: float = 20.0,
    environment: Mapping[str, str] | None = None,
) -> ToolStart:
    """Let CBMC check the program `text`."""
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        path = Path(folder) / f"trial{suffix}"
        path.write_text(text)
        return run((*command, str(path), "--json-ui", *options), timeout=timeout, environment=environment)


def version_of(command: tuple[str, ...]) -> tuple[int, ...] | None:
    """CBMC's version; None if the command does not answer with one."""
    trial = run((*command, "--version"))
    match = re.match(r"(\d+(?:\.\d+)+)", trial.output.strip())
    if trial.code != SAFE or match is None:
        return None
    return tuple(int(part) for part in match[1].split("."))


def proof_fault(trial: ToolStart) -> str:
    """The error in the answer to PROVABLE, or the empty text."""
    if trial.code != SAFE or trial.status() != "success":
        return f"a true assertion was not proved ({trial.summary()})"
    if not trial.results() or any(entry.get("status") != "SUCCESS" for entry in trial.results()):
        return "the proof came without its list of checks"
    return ""


def refutation_fault(trial: ToolStart) -> str:
    """The error in the answer to REFUTABLE, or the empty text."""
    if trial.code != VIOLATED or trial.status() != "failure":
        return f"a false assertion was not refuted ({trial.summary()})"
    if not any(entry.get("status") == "FAILURE" for entry in trial.results()):
        return "the refutation came without the check that failed"
    return ""


def fault(command: tuple[str, ...]) -> str:
    """The reason in one line why CBMC cannot be used, or the empty text; tries version, a proof and a refutation."""
    version = version_of(command)
    if version is None:
        return f"`{' '.join(command)} --version` does not answer with a version"
    if version < OLDEST:
        return f"version {spell(version)} is older than {spell(OLDEST)}"
    return proof_fault(check(command, PROVABLE)) or refutation_fault(check(command, REFUTABLE))


def spell(version: tuple[int, ...]) -> str:
    """A version as people write it."""
    return ".".join(str(part) for part in version)
