"""Reduce a generated program with a wrong answer (delta debugging): drop statements and loops, shrink numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree import Halt, Line, Node, Program, changed, numbered, size

from veriabs.core.copying import replace

_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")


def reduce(program: Program, wrong: Callable[[Program], bool], most: int = 400) -> Program:
    """The smallest variant found that is still wrong; `most` bounds how often `wrong` is asked."""
    tries = 0
    while tries < most:
        for variant in variants(program):
            tries += 1
            if wrong(variant):
                program = variant
                break
            if tries >= most:
                return program
        else:
            return program
    return program


def variants(program: Program) -> Iterator[Program]:
    """Simpler programs, the ones that are most so first."""
    for smaller in _without(program.body):
        yield replace(program, body=smaller)
    for smaller in _without(program.outside):
        yield replace(program, outside=smaller)
    for number in sorted({3, 4, 2, program.number // 2, program.number - 1}):
        if 0 <= number < program.number:
            yield replace(program, number=number)
    for nodes in _with_smaller_numbers(program.body):
        yield replace(program, body=nodes)


def _without(nodes: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """Several nodes in a row dropped, then single ones, then blocks opened."""
    for length in (len(nodes) // 2, len(nodes) // 4):
        for start in range(0, len(nodes), length) if length > 1 else ():
            yield nodes[:start] + nodes[start + length :]
    total = size(nodes)
    for number in reversed(range(total)):
        yield changed(nodes, number, lambda _: ())
    for number, node in enumerate(numbered(nodes)):
        if isinstance(node, Halt):
            yield changed(nodes, number, _opened)


def _opened(node: Node) -> tuple[Node, ...]:
    return node.body if isinstance(node, Halt) else (node,)


def _with_smaller_numbers(nodes: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    for number, node in enumerate(numbered(nodes)):
        text = node.code if isinstance(node, Line) else node.head
        for match in _NUMBER.finditer(text):
            for less in sorted({0, 1, int(match[0]) // 2}):
                if less < int(match[0]):
                    simpler = f"{text[: match.start()]}{less}{text[match.end() :]}"
                    yield changed(nodes, number, lambda old, simpler=simpler: (_retold(old, simpler),))


def _retold(node: Node, text: str) -> Node:
    return Line(text) if isinstance(node, Line) else replace(node, head=text)
