"""Run gcc on the task's file in parallel, while this process loads the modules that parse the text."""

from __future__ import annotations

from threading import Thread

from veriabs.core.source import Task
from veriabs.frontend.compiler import SECONDS, expand


class BackgroundPreprocessing:
    """The text that `gcc -E` makes of the file of a task, begun at once."""

    def __init__(self, task: Task, seconds: float = SECONDS) -> None:
        self._made: str | Exception = ""
        self._thread = Thread(target=self._expand, args=(task, seconds), daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Wait for the text; raises the exception of `expand`."""
        self._thread.join()
        if isinstance(self._made, Exception):
            raise self._made
        return self._made

    def _expand(self, task: Task, seconds: float) -> None:
        try:
            self._made = expand(task, seconds)
        except Exception as error:  # whoever waits for the text gets it
            self._made = error
