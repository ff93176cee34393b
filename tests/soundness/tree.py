"""A generated program as a small tree: enough structure to mutate and to reduce it, the rest is C text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from veriabs.core.copying import replace

HEAD = """extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "laboratory.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of C: a declaration or a statement."""

    code: str


@dataclass(frozen=True, slots=True)
class Halt:
    """`head { body } tail`; `counter` is the index variable of a loop."""

    head: str
    body: tuple[Node, ...]
    tail: str = ""
    counter: str = ""


Node = Line | Halt


@dataclass(frozen=True, slots=True)
class Program:
    """`outside` is the text before main; `number` is N, the size or the largest size; `features` say what is in it."""

    number: int
    outside: tuple[Node, ...]
    body: tuple[Node, ...]
    features: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The C text, as the tool and the oracle get it."""
        main = Halt("int main(void)", (*self.body, Line("return 0;")))
        lines = [f"#define N {self.number}", *(line for node in (*self.outside, main) for line in printed(node, ""))]
        return HEAD + "\n".join(lines) + "\n"


def printed(node: Node, indent: str) -> Iterator[str]:
    """The lines of a node."""
    if isinstance(node, Line):
        yield indent + node.code
        return
    yield f"{indent}{node.head} {{"
    for inner in node.body:
        yield from printed(inner, indent + "  ")
    yield f"{indent}}}{node.tail}"


def size(nodes: tuple[Node, ...]) -> int:
    """How many nodes there are, inner ones included."""
    return sum(1 + (size(node.body) if isinstance(node, Halt) else 0) for node in nodes)


def changed(nodes: tuple[Node, ...], number: int, change: Callable[[Node], tuple[Node, ...]]) -> tuple[Node, ...]:
    """The nodes with the node of that number, in textual order, replaced by the result of `change`."""
    result: list[Node] = []
    for node in nodes:
        if number == 0:
            result += change(node)
        elif isinstance(node, Halt) and 0 < number <= size(node.body):
            result.append(replace(node, body=changed(node.body, number - 1, change)))
        else:
            result.append(node)
        number -= size((node,))
    return tuple(result)


def renamed(nodes: tuple[Node, ...], old: str, new: str) -> tuple[Node, ...]:
    """The nodes with another name for a variable."""

    def other(text: str) -> str:
        return re.sub(rf"\b{old}\b", new, text)

    return tuple(
        Line(other(node.code))
        if isinstance(node, Line)
        else Halt(other(node.head), renamed(node.body, old, new), other(node.tail), other(node.counter))
        for node in nodes
    )


def numbered(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Every node in textual order, so that its position is its number."""
    for node in nodes:
        yield node
        if isinstance(node, Halt):
            yield from numbered(node.body)


def loops(nodes: tuple[Node, ...]) -> list[int]:
    """The numbers of the loops."""
    return [number for number, node in enumerate(numbered(nodes)) if isinstance(node, Halt) and node.counter]
