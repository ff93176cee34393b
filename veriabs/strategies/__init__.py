"""One module a technique; strategies are found by walking this package.

A strategy module has a function `attempts(model, invariants) -> Iterator[Attempt | Reason]`: ways to prove one
assertion's task, the likeliest first, each as data. The engine renders and runs them.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def names() -> tuple[str, ...]:
    """The strategies there are, by module name."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def load(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")
