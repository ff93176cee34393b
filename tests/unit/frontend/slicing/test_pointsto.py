"""Points-to sets: the least solution of the inclusions, in any order."""

from __future__ import annotations

from itertools import permutations

from veriabs.frontend.slicing.pointsto import PointsTo, bits


def test_bits_are_the_numbers_of_objects() -> None:
    assert list(bits(0b101001)) == [0, 3, 5]


def solved(order: tuple[int, ...]) -> list[list[int]]:
    """p = &a; q = &b; r = &p; *r = q; s = *r, told in this order: what p, q, r and s point to."""
    graph = PointsTo()
    p, q, r, s = (graph.node() for _ in range(4))
    a, b, cell = graph.object(graph.node()), graph.object(graph.node()), graph.object(p)
    said = (
        lambda: graph.add(p, 1 << a),
        lambda: graph.add(q, 1 << b),
        lambda: graph.add(r, 1 << cell),
        lambda: graph.store(r, q),
        lambda: graph.load(r, s),
    )
    for number in order:
        said[number]()
    graph.solve()
    return [list(bits(graph.targets[node])) for node in (p, q, r, s)]


def test_order_does_not_matter() -> None:
    for order in permutations(range(5)):
        assert solved(order) == [[0, 1], [1], [2], [0, 1]]


def test_cycles_reach_a_fixpoint() -> None:
    graph = PointsTo()
    nodes = [graph.node() for _ in range(4)]
    for one, two in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
        graph.copy(one, two)
    graph.add(nodes[2], 1 << graph.object(nodes[0]))
    graph.load(nodes[1], nodes[3])
    graph.solve()
    assert {graph.targets[node] for node in nodes} == {1}


def test_watchers_see_every_object_and_may_extend_the_graph() -> None:
    graph = PointsTo()
    function, result = graph.node(), graph.node()
    told: list[int] = []

    def called(target: int) -> None:
        told.append(target)
        graph.add(result, 1 << target)

    first, second = graph.object(graph.node()), graph.object(graph.node())
    graph.add(function, 1 << first)
    graph.watch(function, called)
    graph.solve()
    graph.add(function, 1 << first | 1 << second)
    graph.solve()
    assert set(told) == {first, second}
    assert graph.targets[result] == 1 << first | 1 << second
