"""Reachability and strongly connected components of graphs whose nodes are names or numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def closure(start: Iterable[str], more: Callable[[frozenset[str]], Iterable[str]]) -> frozenset[str]:
    """The least superset of `start` that contains everything that `more` derives from it."""
    found = frozenset(start)
    while True:
        wider = found | frozenset(more(found))
        if wider == found:
            return found
        found = wider


def reachable(start: Iterable[str], edges: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The start and all names that are reachable from it."""
    return frozenset(reached(start, lambda name: edges.get(name, ())))


def reached(start: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The start and all nodes that are reachable from it; `following` is asked once for each."""
    found = set(start)
    waiting = list(found)
    while waiting:
        new = set(following(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def components(roots: Iterable[Node], edges: Mapping[Node, Iterable[Node]]) -> Iterator[list[Node]]:
    """Yield the strongly connected components reachable from the roots, successors first (Tarjan)."""
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}  # of nodes whose component is not complete
    stack: list[Node] = []

    def visit(node: Node) -> tuple[Node, Iterator[Node]]:
        number[node] = lowest[node] = len(number)
        stack.append(node)
        return node, iter(edges[node])

    for root in roots:
        path = [] if root in number else [visit(root)]
        while path:
            node, ends = path[-1]
            end = next(ends, None)
            if end is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    component = _pop_until(stack, node)
                    for one in component:
                        del lowest[one]
                    yield component
            elif end not in number:
                path.append(visit(end))
            elif end in lowest:
                lowest[node] = min(lowest[node], lowest[end])


def _pop_until(stack: list[Node], node: Node) -> list[Node]:
    """Pop the stack down to and including the node."""
    taken = [stack.pop()]
    while taken[-1] != node:
        taken.append(stack.pop())
    return taken


def is_cycle(component: Collection[Node], edges: Mapping[Node, Collection[Node]]) -> bool:
    """Whether a node of the component reaches itself."""
    return len(component) > 1 or any(node in edges[node] for node in component)
