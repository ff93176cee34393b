"""A separate PostgreSQL server during a test, if PostgreSQL is installed."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, or None."""
    found = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).parent if found else installed[-1].parent if installed else None


@dataclass(frozen=True)
class Postgres:
    """One server, which can be stopped and started again; it refuses to run as root, so root runs it as `nobody`."""

    programs: Path
    place: Path

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://veriabs@/postgres?host={self.place}"

    def make(self) -> None:
        if os.geteuid() == 0:
            os.chown(self.place, 65534, 65534)
        self._run("initdb", "-U", "veriabs", "-A", "trust", "--no-sync")

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.place} -c fsync=off"
        self._run("pg_ctl", "-l", str(self.place / "log"), "-w", "-o", options, "start")

    def stop(self) -> None:
        """At once, as when the machine loses its power."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.geteuid() == 0 else ()
        command = [*nobody, str(self.programs / program), "-D", str(self.place / "data"), *words]
        subprocess.run(command, check=True, cwd=self.place, capture_output=True, timeout=60)


@contextlib.contextmanager
def serving() -> Iterator[Postgres]:
    """A server that runs."""
    folder = programs()
    assert folder is not None
    made = Postgres(folder, Path(tempfile.mkdtemp(prefix="veriabs-postgres-")))
    try:
        made.make()
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(made.place, ignore_errors=True)
