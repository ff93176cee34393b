"""Strongly connected components, compared with their definition on random graphs."""

from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.graphs import closure, components, is_cycle, reachable

NODES = "abcdefg"
GRAPHS = st.fixed_dictionaries({node: st.lists(st.sampled_from(NODES), unique=True, max_size=3) for node in NODES})


@given(GRAPHS)
def test_strongly_connected_nodes_form_one_component(edges: dict[str, list[str]]) -> None:
    reached = {node: reachable((node,), edges) for node in NODES}
    found = list(components(NODES, edges))
    assert sorted(node for group in found for node in group) == list(NODES)
    for group in found:
        assert set(group) == {node for node in reached[group[0]] if group[0] in reached[node]}
        assert is_cycle(group, edges) == any(node in reached[end] for node in group for end in edges[node])


@given(GRAPHS)
def test_component_follows_all_its_successors(edges: dict[str, list[str]]) -> None:
    seen: set[str] = set()
    for group in components("a", edges):
        seen.update(group)
        assert all(reachable((node,), edges) <= seen for node in group)
    assert seen == reachable("a", edges)


def test_closure_contains_all_successors() -> None:
    assert closure("a", lambda found: {chr(ord(name) + 1) for name in found if name < "d"}) == set("abcd")


def test_a_number_may_be_a_node() -> None:
    assert list(components((0,), {0: [1], 1: [0, 2], 2: []})) == [[2], [1, 0]]
