"""Inclusion-based points-to analysis (Andersen): flow-insensitive, one node per object, bit sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct, field


class PointsTo(Struct):
    """A graph whose nodes hold addresses; `targets` of a node are the objects that it may point to, one bit each.

    `contents[o]` is the node for everything stored in object o. `watchers` of a node are called with every object that
    it turns out to point to, and may extend the graph.
    """

    targets: list[int] = field(default_factory=list)
    contents: list[int] = field(default_factory=list)
    edges: list[set[int]] = field(default_factory=list)
    loads: dict[int, list[int]] = field(default_factory=dict)
    stores: dict[int, list[int]] = field(default_factory=dict)
    watchers: dict[int, list[Callable[[int], None]]] = field(default_factory=dict)
    waiting: dict[int, int] = field(default_factory=dict)
    others: int = -1

    @property
    def outside(self) -> int:
        """The node of all addresses that functions without a body may know; they may store them in all such objects."""
        if self.others < 0:
            self.others = self.node()
            self.load(self.others, self.others)
            self.store(self.others, self.others)
        return self.others

    def node(self) -> int:
        self.targets.append(0)
        self.edges.append(set())
        return len(self.targets) - 1

    def object(self, content: int) -> int:
        """A new object whose content is that of the node."""
        self.contents.append(content)
        return len(self.contents) - 1

    def memory(self) -> int:
        """A node that points to a new piece of memory."""
        node = self.node()
        self.add(node, 1 << self.object(self.node()))
        return node

    def add(self, node: int, objects: int) -> None:
        """The node may point to the objects."""
        new = objects & ~self.targets[node]
        if new:
            self.targets[node] |= new
            self.waiting[node] = self.waiting.get(node, 0) | new

    def copy(self, source: int, target: int) -> None:
        """target = source"""
        if source != target and target not in self.edges[source]:
            self.edges[source].add(target)
            self.add(target, self.targets[source])

    def load(self, pointer: int, target: int) -> None:
        """target = *pointer"""
        self.loads.setdefault(pointer, []).append(target)
        for content in self._contents(self.targets[pointer]):
            self.copy(content, target)

    def store(self, pointer: int, source: int) -> None:
        """*pointer = source"""
        self.stores.setdefault(pointer, []).append(source)
        for content in self._contents(self.targets[pointer]):
            self.copy(source, content)

    def watch(self, pointer: int, watcher: Callable[[int], None]) -> None:
        self.watchers.setdefault(pointer, []).append(watcher)
        for target in bits(self.targets[pointer]):
            watcher(target)

    def solve(self) -> None:
        """Compute the least solution of all constraints."""
        while self.waiting:
            node, new = self.waiting.popitem()
            for target in self.edges[node]:
                self.add(target, new)
            loads, stores = self.loads.get(node, ()), self.stores.get(node, ())
            if loads or stores:
                for content in self._contents(new):
                    for target in loads:
                        self.copy(content, target)
                    for source in stores:
                        self.copy(source, content)
            for watcher in self.watchers.get(node, ()):
                for found in bits(new):
                    watcher(found)

    def reachable(self, objects: int) -> int:
        """The objects, and all objects reachable from their contents."""
        found, waiting = objects, objects
        while waiting:
            reached = 0
            for content in self._contents(waiting):
                reached |= self.targets[content]
            waiting = reached & ~found
            found |= reached
        return found

    def _contents(self, objects: int) -> Iterator[int]:
        return (self.contents[number] for number in bits(objects))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
