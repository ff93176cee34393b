"""A PostgreSQL server of its own for the length of a test, where one is installed."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, or None."""
    found = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).parent if found else installed[-1].parent if installed else None


@contextlib.contextmanager
def running() -> Iterator[str]:
    """The URL of a new database; PostgreSQL refuses to run as root, so root runs it as `nobody`."""
    folder = programs()
    assert folder is not None
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.geteuid() == 0 else ()
    place = Path(tempfile.mkdtemp(prefix="veriabs-postgres-"))
    if nobody:
        os.chown(place, 65534, 65534)
    data, log = place / "data", place / "log"

    def run(*words: str) -> None:
        subprocess.run([*nobody, *words], check=True, cwd=place, capture_output=True, timeout=60)

    try:
        run(str(folder / "initdb"), "-D", str(data), "-U", "veriabs", "-A", "trust", "--no-sync")
        options = f"-c listen_addresses='' -k {place} -c fsync=off"
        run(str(folder / "pg_ctl"), "-D", str(data), "-l", str(log), "-w", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://veriabs@/postgres?host={place}"
        finally:
            run(str(folder / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)
