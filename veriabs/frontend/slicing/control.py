"""Compute the next relevant nodes, and from them the conditions that a slice has to keep (weak control closure).

    if (c) x = 1; else y = 1;  assert(x);     // x = 1 is relevant: c decides whether it or the assertion comes next
"""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.frontend.slicing.cfg import Node, Sort

NONE, MANY, OUTSIDE = -1, -2, -3
"""There is no next relevant node; there may be several; the run can no longer reach the criterion."""


def next_relevant(
    nodes: list[Node], relevant: set[int], inside: bytearray, again: tuple[int, int] | None = None
) -> dict[int, int]:
    """Map each node of a function to the relevant node that comes first on every path from it, or MANY if they differ.

    A relevant node is mapped to itself; nodes without a relevant node after them are left out. Only nodes that are
    `inside`, which can reach the criterion, count. `again` are the beginning and the end of a function that is always
    called again after it returns.
    """
    found = {number: number for number in relevant if inside[number]}
    waiting = list(found)
    while waiting:
        number = waiting.pop()
        value = found[number]
        before = nodes[number].predecessors
        for one in before if again is None or number != again[0] else [*before, again[1]]:
            known = found.get(one, NONE)
            if not inside[one] or known in (one, MANY, value):
                continue
            found[one] = value if known == NONE else MANY
            waiting.append(one)
    return found


def next_outside(nodes: list[Node], own: range, found: dict[int, int], inside: bytearray) -> dict[int, int]:
    """Like `next_relevant`, but leaving the `inside` nodes counts as a relevant node, as ends of runs do."""
    strict = dict(found)
    waiting = []
    for number in own:
        if inside[number] and strict.get(number) != number and _may_leave(nodes, number, inside):
            strict[number] = MANY if number in strict else OUTSIDE
            waiting.append(number)
    while waiting:
        number = waiting.pop()
        for one in nodes[number].predecessors:
            known = strict.get(one, NONE)
            if not inside[one] or known in (one, MANY, strict[number]):
                continue
            strict[one] = strict[number] if known == NONE else MANY
            waiting.append(one)
    return strict


def _may_leave(nodes: list[Node], number: int, inside: bytearray) -> bool:
    """Whether the run may end at the node, or continue at a node that is not `inside`."""
    node = nodes[number]
    ends = node.ends or node.endless or not node.successors
    return ends or any(not inside[successor] for successor in node.successors)


def deciding_conditions(
    nodes: list[Node], own: Iterable[int], found: dict[int, int], inside: bytearray, strict: bool
) -> list[int]:
    """The conditions that decide which relevant node comes next: their branches lead to different ones."""
    result = []
    for number in own:
        if found.get(number) != MANY:
            continue
        node = nodes[number]
        if node.sort is Sort.PLAIN or node.sort is Sort.ENTRY:
            continue
        ways = [found.get(one, NONE) for one in node.successors if inside[one]]
        left = strict and _may_leave(nodes, number, inside)
        if left or any(way not in (NONE, MANY) for way in ways):
            result.append(number)
    return result
