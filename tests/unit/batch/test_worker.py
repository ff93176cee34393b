"""Test that a worker process of a batch ends when its parent is gone."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

STUCK = """
import signal, sys, threading
from veriabs.batch import worker

def serve(descriptor, abandon):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a main thread that does not react
    threading.Thread(target=abandon, daemon=True).start()
    threading.Event().wait()

worker._ORDERLY_SECONDS = 0.2
worker.serve_until_the_end(serve, -1, sys.argv[1])
"""


def test_stuck_worker_ends_without_its_parent_and_removes_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "program.c").touch()
    ended = subprocess.run([sys.executable, "-c", STUCK, str(folder)], timeout=30, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not folder.exists()
