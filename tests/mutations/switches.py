"""Switch a side condition off: in the text of the generated C, or by replacing one function of veriabs."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from importlib.util import find_spec

import pytest

from veriabs.verify import engine, session  # noqa: F401  (brings in every module that a switch may name)


@dataclass
class Lab:
    """The means by which the switches of one test are applied; `unseen` are the texts that no generated program had."""

    patch: pytest.MonkeyPatch
    unseen: set[str] = field(default_factory=set)


Switch = Callable[[Lab], None]


@dataclass(frozen=True, slots=True)
class Several:
    """Several switches at once."""

    parts: tuple[Switch, ...]

    def __call__(self, lab: Lab) -> None:
        for part in self.parts:
            part(lab)


def both(*switches: Switch) -> Several:
    return Several(switches)


def text(*changes: tuple[str, str]) -> Switch:
    """Replaces regular expressions in every generated program; a text that none of them has is a rotten switch."""

    def apply(lab: Lab) -> None:
        render = session.render_c
        lab.unseen |= {old for old, _ in changes}

        def changed(template: str, context: dict[str, object]) -> str:
            result = render(template, context)
            for old, new in changes:
                result, times = re.subn(old, new, result, flags=re.MULTILINE)
                if times:
                    lab.unseen.discard(old)
            return result

        lab.patch.setattr(session, "render_c", changed)

    return apply


def instead(target: str, value: object) -> Switch:
    """Puts a value in the place of `module.name` or `module.Class.name`."""

    def apply(lab: Lab) -> None:
        owner, name = _place(target)
        lab.patch.setattr(owner, name, value)

    return apply


def around(target: str, make: Callable[..., object]) -> Switch:
    """Puts `make(original)` in the place of a function."""

    def apply(lab: Lab) -> None:
        owner, name = _place(target)
        lab.patch.setattr(owner, name, make(getattr(owner, name)))

    return apply


def completed_dialogue(value: object) -> Generator[tuple[()], object, object]:
    """A part of a dialogue that sends no request and returns this value."""
    yield from ()
    return value


def unchecked(description: str) -> Switch:
    """Checks with these descriptions pass, whatever their result."""
    return text((rf'__CPROVER_assert\(.*, "({description}[^"]*)"\);', r'__CPROVER_assert(1, "\1");'))


def _place(target: str) -> tuple[object, str]:
    """Module or class, and the name in it; modules come first, because a package may hold a function of that name."""
    *path, name = target.split(".")
    owner: object = importlib.import_module(path[0])
    for count, part in enumerate(path[1:], 2):
        module = ".".join(path[:count])
        is_module = inspect.ismodule(owner) and hasattr(owner, "__path__") and find_spec(module) is not None
        owner = importlib.import_module(module) if is_module else getattr(owner, part)
    assert hasattr(owner, name), f"{target} is gone"
    return owner, name


def rewritten(target: str, *changes: tuple[str, str]) -> Switch:
    """A function or method with other words in its source text, wherever it is known by its name."""

    def apply(lab: Lab) -> None:
        owner, name = _place(target)
        original = getattr(owner, name)
        source = textwrap.dedent(inspect.getsource(original))
        for old, new in changes:
            assert old in source, f"{target} has no {old!r}"
            source = source.replace(old, new)
        names: dict[str, object] = {}
        exec(compile(f"from __future__ import annotations\n{source}", target, "exec"), original.__globals__, names)
        lab.patch.setattr(owner, name, names[name])
        for module in [m for n, m in list(sys.modules.items()) if n.startswith("veriabs.")]:
            for known in [k for k, v in vars(module).items() if v is original]:
                lab.patch.setattr(module, known, names[name])

    return apply
