"""Folds of generated programs: one in a loop, the same again in another one, and loops in between that may disturb it.

`lockstep` proves two computations of one fold equal after each iteration. Some variations are harmless
(another way to write the step), the others are not (another start, factor, range, order or source).
"""

from __future__ import annotations

from builder import Builder, Fold, Scene
from scenes import scalar
from tree import Halt, Line, Node

from veriabs.core.copying import replace

STEPS = (
    "{h} = {c} * {h} + {x}",
    "{h} = ({h} ^ {x}) * {c}",
    "{h} += {x}",
    "{h} ^= {x} + {c}",
    "{h} = ({h} + {x}) % 1{c}",
    "{h} = {h} * {c} - {x} + {i}",
)
SAME = {"{c} * {h} + {x}": "{x} + {c} * {h}", "{h} += {x}": "{h} = {h} + {x}", "({h} + {x})": "({x} + {h})"}
"""Other ways to write a step."""


def fold(b: Builder, i: str, low: str, high: str) -> Scene:
    """The fold of an earlier loop again, with something changed or nothing; that loop comes first if there is none."""
    if not b.folds or b.chance(20):
        one = Fold("", b.pick(STEPS), b.array(40), str(b.small()), b.pick(("2", "3", "31")))
        counter = b.name("i")
        b.add(counter, low, high, _folding(b, one, counter))
    again = b.pick(b.folds)
    return _folding(b, _like(b, again), i, again.scalar)


def _folding(b: Builder, one: Fold, i: str, same: str = "") -> Scene:
    h, declaration = b.scalar(one.start, "unsigned int", "h")
    b.folds.append(replace(one, scalar=h))
    cell = f"(unsigned int){one.source}[{i}]"
    inside: tuple[Node, ...] = (Line(f"{one.step.format(h=h, x=cell, c=one.factor, i=f'(unsigned int){i}')};"),)
    if b.chance(12):
        inside = (Halt(f"if ({one.source}[{i}] {b.pick(('>', '!='))} {b.small()})", inside),)
    writes = {h}
    if b.chance(10):
        other = b.array(30)
        write = Line(f"{other}[{i}{b.pick(('', '', ' + 1'))}] = {b.pick((f'{one.source}[{i}]', str(b.small())))};")
        inside = (*inside, write) if b.chance(50) else (write, *inside)
        writes.add(other)
    facts = (scalar(f"{h} == {same}", h, same),) if same else ()
    return Scene(inside, frozenset(writes), facts, (declaration,), features=frozenset(("fold",)))


def _like(b: Builder, one: Fold) -> Fold:
    """The same fold, mostly; maybe written in another way."""
    if b.chance(40):
        same = next((one.step.replace(old, new) for old, new in SAME.items() if old in one.step), one.step)
        one = replace(one, step=same)
    return replace(
        one,
        source=one.source if b.chance(90) else b.source(),
        start=one.start if b.chance(92) else str(b.small()),
        factor=one.factor if b.chance(92) else str(b.small()),
    )
