"""A real server in a separate process, which can be killed and started again on the same database."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0

MINIMUM = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000000
int a[N];
int main(void) {
  int i, m = 1000;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) if (a[i] < m) m = a[i];
  for (i = 0; i < N; i++) assert(m <= a[i]);
  return 0;
}
"""
BUG = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 42);
  return 0;
}
"""
FACTORS = """\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  assert(a * b != 4611685975477714963u || a == 1 || b == 1);
  return 0;
}
"""
"""The product of two large primes: a job that is at work until it is told to end."""

QUICK = {"strategies": ["shrinking"], "timeout": 60}


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "veriabs", *words]


class Server:
    """One server; `url` is where it answers."""

    def __init__(self, folder: Path, *words: str, port: int = 0) -> None:
        self.log = folder / "server.log"
        begun = self.log.stat().st_size if self.log.exists() else 0
        if "--workers" not in words:
            words = (*words, "--workers", "1")
        db = () if "--db" in words else ("--db", f"sqlite:///{folder / 'service.sqlite'}")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command("serve", "--port", str(port), "--rate", "100000", *db, *words),
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment(),
                start_new_session=True,
            )
        self.url = self._address(begun)

    def _address(self, begun: int) -> str:
        end, said = time.monotonic() + PATIENCE, ""
        while time.monotonic() < end:
            said = self.log.read_bytes()[begun:].decode()
            found = re.search(r"serves (http://\S+?)/?( |$)", said, re.MULTILINE)
            if found:
                return found[1]
            assert self.process.poll() is None, said
            time.sleep(0.05)
        raise AssertionError(f"the server does not start: {said!r}")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """The server alone, as the kernel would: without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[Server]:
    server = Server(folder, *words)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
