"""Kill the started processes if this process is killed itself: a helper shell notices the end of a pipe.

One shell watches all process groups of this process, because starting one per group took longer than many runs.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator

_SCRIPT = """groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done"""


class _Watchdog:
    """The shell, which exists while a group is watched or while it is `kept`."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.users = 0
        self.groups: list[int] = []
        self.shell: subprocess.Popen[bytes] | None = None

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Keep the shell between one group and the next."""
        with self.lock:
            self.users += 1
        try:
            yield
        finally:
            with self.lock:
                self.users -= 1
                if self.users == 0:
                    self._stop_shell()

    @contextlib.contextmanager
    def watching(self, group: int) -> Iterator[None]:
        """Kill the group if this process dies before it leaves the context."""
        with self.kept():
            try:
                with self.lock:
                    self.groups.append(group)
                    self._notify(f"+ {group}\n")
                yield
            finally:
                with self.lock, contextlib.suppress(OSError):  # the system may refuse a new shell
                    self.groups.remove(group)
                    self._notify(f"- {group}\n")

    def forget(self) -> None:
        """After a fork, leave the shell to the parent process."""
        if self.shell is not None and self.shell.stdin is not None:
            self.shell.stdin.close()
            self.shell.returncode = 0  # mark it as ended, since this process cannot wait for it
        self.__init__()  # type: ignore[misc]

    def _notify(self, text: str) -> None:
        """Notify the shell about a change; starts a new shell with all groups if there is none."""
        try:
            if self.shell is not None:
                self._write(self.shell, text)
                return
        except BrokenPipeError:
            self._stop_shell()
        self.shell = _start()
        self._write(self.shell, "".join(f"+ {group}\n" for group in self.groups))

    def _write(self, shell: subprocess.Popen[bytes], text: str) -> None:
        assert shell.stdin is not None
        os.write(shell.stdin.fileno(), text.encode())

    def _stop_shell(self) -> None:
        shell, self.shell = self.shell, None
        if shell is not None and shell.stdin is not None:
            # Killed before its pipe is closed, since it may not have read the last lines yet.
            shell.kill()
            shell.wait()
            shell.stdin.close()


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", _SCRIPT],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


_watchdog = _Watchdog()
kept, watching = _watchdog.kept, _watchdog.watching
os.register_at_fork(after_in_child=_watchdog.forget)
