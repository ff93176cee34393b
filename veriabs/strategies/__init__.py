"""One module a technique; strategies are found by walking this package.

A strategy that proves has a function `attempts(model, invariants, lemmas) -> Iterator[Attempt | Reason]`: ways to prove
one assertion's task, the likeliest first, each as data. The engine renders and runs them. One that refutes has data for
`refute`: the programs to ask CBMC, or the native runs to make.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def names() -> tuple[str, ...]:
    """The strategies there are, by module name."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def load(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def provers(chosen: Iterable[str]) -> tuple[ModuleType, ...]:
    """The chosen strategies that can prove, in that order."""
    return tuple(module for module in map(load, chosen) if hasattr(module, "attempts"))
