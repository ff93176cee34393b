"""Shared parts of the generator's scenes: choices, names, loop headers, facts that hold after the loops so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tree import Halt, Line, Node

T = TypeVar("T")
ELEMENTS = ("int", "int", "int", "int", "unsigned int", "short", "unsigned char", "char")
COUNTERS = ("int", "int", "int", "int", "int", "int", "unsigned int", "unsigned long", "unsigned char", "short")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true after the loops so far: `text` for all, or for some, `{i}` in lo..hi-1; or of the scalars."""

    kind: str
    text: str
    names: frozenset[str]
    lo: str = "0"
    hi: str = "0"
    when: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """The body of a loop with the code around it, the facts after it, and the names that it writes."""

    inside: tuple[Node, ...]
    writes: frozenset[str]
    facts: tuple[Fact, ...] = ()
    before: tuple[Node, ...] = ()
    test: str = ""
    features: frozenset[str] = frozenset()
    ascending: bool = False
    counter_outlives: bool = False
    unbounded: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold of an array into a scalar: the step over `{h}`, `{x}`, `{c}`, `{i}`, the array, the start, the factor."""

    scalar: str
    step: str
    source: str
    start: str
    factor: str


@dataclass
class Builder:
    """One program in the making; all its choices come from `below`, which gives a number below its argument."""

    below: Callable[[int], int]
    size: str
    nodes: list[Node] = field(default_factory=list)
    outside: list[Node] = field(default_factory=list)
    arrays: dict[str, str] = field(default_factory=dict)
    scalars: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    features: set[str] = field(default_factory=set)
    initial: dict[str, str] = field(default_factory=dict)
    folds: list[Fold] = field(default_factory=list)
    count: int = 0

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def small(self) -> int:
        return self.pick((0, 1, 2, 3, 5, 7))

    def name(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    # ----------------------------------------------------------------------------------------------- variables

    def array(self, new: int = 30, *, wide: bool = False, kind: str | None = None) -> str:
        """An array of N + 2 elements, or of 2 N + 2, with arbitrary or zero contents."""
        usable = [name for name in self.arrays if not name.startswith("w") or wide]
        if usable and not wide and kind is None and not self.chance(new):
            return self.pick(usable)
        name = self.name("w" if wide else "a")
        self.arrays[name] = kind or self.pick(ELEMENTS)
        declaration = f"{self.arrays[name]} {name}[{'2 * ' if wide else ''}N + 2];"
        if self.chance(30):
            self.outside.append(Line(declaration))
            self.facts.append(Fact("all", f"{name}[{{i}}] == 0", frozenset((name,)), "0", self.size))
            self.features.add("zero array")
        elif self.chance(5):
            self.nodes.append(Line(declaration.replace(";", " = {0};")))
            self.features.add("initialiser")
        else:
            self.nodes.append(Line(declaration))
        return name

    def scalar(self, value: str, kind: str = "int", prefix: str = "s") -> tuple[str, Node]:
        """A fresh scalar: its name and the line that declares it with that value."""
        name = self.name(prefix)
        if kind in ("int", "unsigned int"):
            self.scalars.append(name)
        self.initial[name] = value
        return name, Line(f"{kind} {name} = {value};")

    def source(self) -> str:
        """An array to read; its contents are arbitrary or known."""
        return self.array(25)

    # --------------------------------------------------------------------------------------------------- loops

    def range(self) -> tuple[str, str]:
        low = self.pick(("0", "0", "0", "0", "1"))
        high = self.pick((self.size, self.size, self.size, self.size, f"{self.size} - 1"))
        if (low, high) != ("0", self.size):
            self.features.add("bounds differ by one")
        return low, high

    def loop(self, counter: str, low: str, high: str, scene: Scene) -> list[Node]:
        """The loop of a scene, with some header that runs through low..high-1."""
        declared = scene.counter_outlives or self.chance(30)
        kind = self.pick(COUNTERS)
        if kind != "int":
            self.features.add(f"{kind} counter")
        first: list[Node] = [Line(f"{kind} {counter};")] if declared else []
        start = f"{counter} = {low}" if declared else f"{kind} {counter} = {low}"
        extra = f" && {scene.test}" if scene.test else ""
        up = scene.test if scene.unbounded else f"{counter} < {high}{extra}"
        style = self.pick(("for", "for", "for", "for", "for", "<=", "!=", "down", "while", "do"))
        if scene.unbounded and style in ("<=", "!=", "down"):
            style = "for"
        if style == "down" and (scene.ascending or scene.test or kind.startswith("unsigned") or declared):
            style = "for"
        body = scene.inside
        if style in ("while", "do") and any("continue" in node.head for node in body if isinstance(node, Halt)):
            style = "for"
        if style == "while":
            self.features.add("while")
            head, tail, body = f"while ({up})", "", (*body, Line(f"{counter}++;"))
        elif style == "do":
            self.features.add("do")
            head, tail, body = "do", f" while ({up});", (*body, Line(f"{counter}++;"))
        elif style == "down":
            self.features.add("descending")
            head, tail = f"for ({kind} {counter} = {high} - 1; {counter} >= {low}; {counter}--)", ""
        else:
            test = {"<=": f"{counter} <= {high} - 1{extra}", "!=": f"{counter} != {high}{extra}"}.get(style, up)
            update = self.pick((f"{counter}++", f"{counter}++", f"{counter} = {counter} + 1", f"{counter} += 1"))
            head, tail = f"for ({start}; {test}; {update})", ""
        loop = Halt(head, body, tail, counter)
        if style not in ("while", "do"):
            return [*first, loop]
        first = [*first, Line(f"{start};")]
        guarded = style == "do" and self.chance(60) and not scene.counter_outlives
        return [*first, Halt(f"if ({low} < {high})", (loop,))] if guarded else [*first, loop]

    def add(self, counter: str, low: str, high: str, scene: Scene) -> None:
        """Appends the loop of a scene; facts about what it writes give way to its own."""
        self.nodes += [*scene.before, *self.loop(counter, low, high, scene)]
        self.facts = [fact for fact in self.facts if not fact.names & scene.writes] + list(scene.facts)
        self.features |= scene.features

    def known(self, array: str) -> list[Fact]:
        """Facts about the elements of this array alone."""
        return [fact for fact in self.facts if fact.kind == "all" and fact.names == {array}]
