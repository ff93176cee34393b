"""Facts about pointers: a lowering reads those of earlier lowerings and adds new ones, until there are none.

Facts only grow, so this is a fixpoint: the last lowering has found nothing that it did not know when it began.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from veriabs.core.source import Where
from veriabs.frontend.lower.places import ObjectKey
from veriabs.frontend.typed.types import Type

PointerKey = tuple[str, Where, int]
SeenAs = tuple[int, Type | int | None]
"""A type that is valid across lowerings: a number of pointer levels, and a base type (for a struct its node's
place)."""
OUTSIDE = "!"
"""Stands for the target of a pointer that may come from outside code."""
MOVED = "!+"
"""Stands for the target of such a pointer to which something may have been added."""
ANYWHERE = "!?"
"""Stands for the target of such a pointer that may also point to an object of the program, or come from a number."""
VAGUE = "?"
"""Stands for the object of a pointer with unknown offset."""


class PointerFacts(Struct):
    """What is known of the pointers and objects of a program.

    - `flags`: the numbers of the pointers of a name and place that have a null flag. `pointees`: targets of pointers.
      `together`: objects that share a region. `outside`: variables that outside code knows, and whether they outlive
      their block. `types`: types of objects for `void *`. `ended`: allocations of which single objects are freed.
      `arrays`: single objects that a pointer steps over, so that they are arrays of one element. `read_unset`: pointers
      that are read before the text sets them.
    - `dangling`: an object that outside code may know ends before the run, so that its pointers may dangle.
    - `learned`, `joined`: new targets and groups of objects, which count from the next lowering on. `grown`: there are
      other new facts, which count at once.
    """

    flags: dict[tuple[str, Where], set[int]] = field(default_factory=dict)
    pointees: dict[PointerKey, str | ObjectKey] = field(default_factory=dict)
    together: dict[ObjectKey, int] = field(default_factory=dict)
    outside: dict[str, bool] = field(default_factory=dict)
    types: dict[ObjectKey, SeenAs] = field(default_factory=dict)
    ended: set[ObjectKey] = field(default_factory=set)
    arrays: set[ObjectKey] = field(default_factory=set)
    read_unset: dict[tuple[str, Where], None] = field(default_factory=dict)
    dangling: bool = False
    learned: dict[PointerKey, str | ObjectKey] = field(default_factory=dict)
    joined: list[tuple[ObjectKey, ...]] = field(default_factory=list)
    grown: bool = False

    @property
    def new(self) -> bool:
        return self.grown or bool(self.learned or self.joined)

    def is_flagged(self, key: PointerKey) -> bool:
        """Whether a pointer needs a null flag: in this call of its function, or, if in several, in each."""
        numbers = self.flags.get(key[:2], ())
        return key[2] in numbers or len(numbers) > 1

    def flag(self, keys: Iterable[PointerKey]) -> bool:
        """Give pointers a null flag; returns False if all have one."""
        missing = [key for key in keys if not self.is_flagged(key)]
        for name, where, number in missing:
            self.flags.setdefault((name, where), set()).add(number)
        self.grown = self.grown or bool(missing)
        return bool(missing)

    def point(self, key: PointerKey, target: str) -> None:
        """The pointer has such a target."""
        self.pointees[key], self.grown = target, True

    def grow(self) -> None:
        """Take over what the lowering has found; targets only from one that had all other facts."""
        for keys in self.joined:
            self.join(*keys)
        if not self.grown:
            self.pointees |= self.learned
        self.learned, self.joined, self.grown = {}, [], False

    def join(self, *keys: ObjectKey) -> None:
        """Merge the regions of the given objects, and of all objects in one region with them."""
        touched = {self.together[key] for key in keys if key in self.together}
        group = min(touched, default=len(self.together))
        for key, number in self.together.items():
            self.together[key] = group if number in touched else number
        self.together |= dict.fromkeys(keys, group)
