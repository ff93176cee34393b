"""The front end in one step."""

from __future__ import annotations

from veriabs.model import Program, Task
from veriabs.source.lower import lower
from veriabs.source.parse import parse
from veriabs.source.preprocess import preprocess


def load_program(task: Task) -> Program:
    """Preprocess, parse and lower the file of a task; raises what these raise."""
    text = preprocess(task)
    return lower(parse(text, task), task, text)
