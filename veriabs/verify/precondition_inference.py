r"""Infer the precondition of a function from native runs: sizes of its objects, and bounds of its numbers.

    int sum(int *a, int n) { ... a[i] for i < n ... }      // requires \valid(a + (0 .. n - 1));

The function runs with objects of many elements, and with many values of its numbers. The accesses to each object
determine its size. If an operation fails for some numbers, whatever the other arguments are, a bound excludes these
numbers and no good run; the bound is moved to the last failing number.

The inferred precondition is a condition of the verdict, which names it (docs/soundness.md). A failed assertion about
other things than parameters gives no precondition, since it is a claim about every call. Neither does an error that
depends only on the contents of memory.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, VisitRange
from veriabs.core.evaluate import wrap
from veriabs.core.goals import GoalKind
from veriabs.core.precondition import TEXT, Precondition
from veriabs.core.types import IntType
from veriabs.replay.search import CandidateResult
from veriabs.verify.measurement import IN_FRONT, NEEDING, Content, Measurement, RunArguments
from veriabs.verify.precondition_grammar import (
    MOST_CELLS,
    NOTHING,
    Bound,
    Form,
    Vector,
    natural_indices,
    parameter,
    smallest_size,
    weakest_clauses,
)

_MOST_ELEMENTS = 1 << 16
"""The number of elements of an object with which functions are still run."""

_MOST_VECTORS, _MOST_LITERALS, _MOST_SMALL = 32, 6, 1000
"""Limits of the numbers that are tried: choices for all parameters, literals of the program, and how large a small
number is."""

_MIXED, _CELLS = 3, 16
"""The number of random contents for each choice of numbers, and the number of cells that differ in them."""

_LENGTHS = (0, 1, 3, 9)
"""The lengths of strings that are tried."""

_LONGEST = str(max(_LENGTHS) + 1)
"""The size of an object that is read up to the end of the longest string, however long that is."""

_CONTENTS = (0, 1, -1, 97)
"""The values that all cells have in a run."""

_SHIFTS, _MOST_EXAMPLES = (0, 100), 3
"""How far counterexamples are moved to larger indices, and how many of them are tried again."""

_STEPS, _PARTS = 9, 16
"""The number of rounds in which a bound is moved, and the numbers between good and failing ones tried in each."""

Runs = Sequence[tuple[RunArguments, CandidateResult]]


class Inference(Struct):
    """The inferred needs of one function.

    - `runs`: its measurement. `examples`: counterexamples of earlier attempts. `chance`: the random generator.
    - `tried`: the preconditions of these attempts.
    - `sizes`: inferred so far, by pointer. `texts`: the pointers that are strings.
    """

    runs: Measurement
    examples: Sequence[Counterexample] = ()
    tried: Sequence[Precondition] = ()
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    sizes: dict[str, Form] = field(default_factory=dict)
    texts: tuple[str, ...] = ()

    def needs(self) -> Precondition:
        self._infer_sizes()
        clauses = [*self._null_clauses(), *self._clauses()]
        sizes = {name: form.text for name, form in self.sizes.items()} | dict.fromkeys(self.texts, TEXT)
        return Precondition(sizes, tuple(map(str, clauses)))

    # ---------------------------------------------------------------------------------------------------------- sizes

    def _infer_sizes(self) -> None:
        """Infer the sizes of all objects; one that is read up to its terminating 0, wherever that is, is a string."""
        known = [one for one in self.runs.subject.errors if one.kind not in (GoalKind.BOUNDS, GoalKind.POINTER)]
        self.runs.ignore(known)
        vectors = [v for v in self._vectors() if all(0 <= value <= _MOST_SMALL for value in v.values())]
        best = self._run_with_large_objects(vectors, ())
        least = _overrun_count(best)
        characters = [name for name, one in self.runs.pointers.items() if one.is_text] if least else []
        for texts in [*combinations(characters, 1), *combinations(characters, 2)]:
            found = self._run_with_large_objects(vectors[::6], texts)
            if least and (beyond := _overrun_count(found)) < least:
                best, least, self.texts = found, beyond, texts
        self.sizes = self._smallest(best)
        for name in [name for name, form in self.sizes.items() if self.texts and form.text == _LONGEST]:
            del self.sizes[name]  # which is as long as a string beside it
            beside = (*self.texts, name)
            if name in characters and _overrun_count(self._run_with_large_objects(vectors[::6], beside)) <= least:
                self.texts = beside

    def _run_with_large_objects(self, vectors: Sequence[Vector], texts: Sequence[str]) -> Runs:
        """Runs with objects of many elements, beside strings of some lengths."""
        trials, among = [], list(self.runs.pointers)
        for vector in vectors:
            contents = (*_CONTENTS, max(vector.values(), default=1) - 1, *self._mixed_contents(), *self._examples())
            for content, length in product(contents, _LENGTHS if texts else _LENGTHS[:1]):
                first, last = content == -1, content == max(_CONTENTS)  # strings of different lengths
                falling = [one * first + (len(among) - one) * last for one in range(len(among))]
                lengths = {name: max(0, length - falling[among.index(name)]) for name in texts}
                sizes = dict.fromkeys(among, MOST_CELLS) | {name: one + 1 for name, one in lengths.items()}
                trials.append(RunArguments(vector, sizes, content, lengths))
        return self.runs.run(trials)

    def _smallest(self, runs: Runs) -> dict[str, Form]:
        within = [name for name in self.runs.pointers if not self._is_in_front(runs, name)]
        limited = (name for name in within if not self._is_unlimited(runs, name))
        measured = (name for name in limited if name not in self.texts)
        found = {
            name: smallest_size(self._accessed(runs, name), self._numbers_for(name), name, self._refuted_size(name))
            for name in measured
        }
        sizes = {name: form for name, form in found.items() if form is not None}
        return sizes | {name: NOTHING for name in self.runs.pointers if name not in within}

    def _refuted_size(self, pointer: str) -> int:
        """The largest constant size of the attempts."""
        sizes = (one.sizes.get(pointer, "") for one in self.tried)
        return max((int(size) for size in sizes if size.isdigit()), default=MOST_CELLS)

    def _numbers_for(self, pointer: str) -> list[str]:
        """The numbers that the size of an object may depend on: parameters, and members on the way to its pointer."""
        named = (one for one in self.runs.numbers if not one.startswith("*"))
        return [one for one in named if pointer.startswith("".join(one.rpartition("->")[:2]))]

    def _is_in_front(self, runs: Runs, pointer: str) -> bool:
        """Whether all runs access memory before the pointer, which then has to point into the middle of an object."""
        far = [(outcome.ended, self.runs.elements(outcome, pointer, trial)) for trial, outcome in runs]
        return any(count == IN_FRONT for _, count in far) and not any(ended and count > 0 for ended, count in far)

    def _is_unlimited(self, runs: Runs, pointer: str) -> bool:
        """Whether runs access the object beyond its end, however large it is."""
        wrong = ((trial, one) for trial, one in runs if one.error is not None and one.error.kind is GoalKind.BOUNDS)
        return any(self.runs.elements(outcome, pointer, trial) >= trial.sizes[pointer] - 1 for trial, outcome in wrong)

    def _accessed(self, runs: Runs, pointer: str) -> list[tuple[Vector, int]]:
        """For each choice of numbers, the most elements that a good run with them accesses."""
        found: dict[tuple[int, ...], tuple[Vector, int]] = {}
        for trial, outcome in runs:
            if outcome.ended:
                key = tuple(trial.numbers.values())
                before = found.get(key, (trial.numbers, 0))[1]
                found[key] = (trial.numbers, max(before, self.runs.elements(outcome, pointer, trial)))
        return list(found.values())

    # -------------------------------------------------------------------------------------------------------- clauses

    def _null_clauses(self) -> Iterator[str]:
        """Clauses `p != 0` for pointers that may be null (`--null`) and with which a run fails if they are."""
        trials = self._trials(self._vectors()[::6]) if self.runs.null else []
        runs = self.runs.run(trials)
        for name in self.runs.null:
            without = self.runs.run([replace(one, null=name) for one in trials])
            if any(good.ended and not outcome.ended for (_, good), (_, outcome) in zip(runs, without, strict=False)):
                yield f"{name} != \\null"

    def _clauses(self) -> list[Bound]:
        """Bounds that exclude the numbers with violations, for objects of the inferred sizes."""
        if not self.runs.numbers or self.runs.has_contract:
            return []
        self.runs.ignore(())
        runs, clauses = list(self._run_vectors(self._vectors())), list[Bound]()
        for error in _violated(runs):
            if self._is_needing(error):
                clauses += self._excluding_bounds(error, runs)
        found = _minimal(clauses, [trial.numbers for trial, one in runs if not one.ended])
        good = [trial.numbers for trial, one in runs if one.ended]
        accessing = [trial.numbers for trial, one in runs if self._accesses_memory(trial, one)]
        admits_use = _admits_one(found, good) and (not accessing or _admits_one(found, accessing))
        found = found if admits_use else []  # else no call would reach the operation, which fails in every use
        self.runs.admitted = [vector for vector in accessing or good if _admits_one(found, (vector,))]
        return found

    def _accesses_memory(self, trial: RunArguments, outcome: CandidateResult) -> bool:
        return any(self.runs.elements(outcome, name, trial) > 0 for name in self.runs.pointers)

    def _is_needing(self, error: ErrorSite) -> bool:
        return error.kind in NEEDING if error.kind is not GoalKind.ASSERTION else error.number in self.runs.stated

    def _excluding_bounds(self, error: ErrorSite, runs: list[tuple[RunArguments, CandidateResult]]) -> list[Bound]:
        """Bounds that exclude all numbers with this violation, as wide as runs show; none if it has no such bounds."""
        good, bad, mixed = _sorted(runs, error)
        names, usual, natural = [*self.runs.numbers], _is_usual if mixed else _accept_any, list(self._natural(error))
        found = weakest_clauses(good, bad + mixed, names, usual, natural)
        for _ in range(_STEPS):
            known = len(good) + len(bad) + len(mixed)
            vectors = (vector for one in found or () for vector in self._between(one, good, bad + mixed))
            runs += self._run_vectors([*vectors])
            good, bad, mixed = _sorted(runs, error)
            if len(good) + len(bad) + len(mixed) == known:
                break
            found = weakest_clauses(good, bad + mixed, names, usual, natural)
        return found or []

    def _natural(self, error: ErrorSite) -> Iterator[Bound]:
        """Bounds that are usual for this kind of violation: of an index, or `x > INT_MIN` for `-x`."""
        if error.kind is GoalKind.BOUNDS:
            yield from natural_indices([*self.runs.numbers])
        elif error.kind is GoalKind.OVERFLOW:
            types = ((name, site.type) for name, site in self.runs.numbers.items())
            yield from (Bound(parameter(name), t.lowest + 1, True) for name, t in types if isinstance(t, IntType))

    def _between(self, bound: Bound, good: Sequence[Vector], bad: Sequence[Vector]) -> Iterator[Vector]:
        """Numbers between good ones and the nearest failing ones, which differ from those in one number."""
        value = bound.form.value
        if bound.limit is None:
            return
        beyond = [vector for vector in bad if not bound.holds(vector)]
        nearest = (max if bound.lower else min)(beyond, key=value)
        gap = min(abs(value(nearest) - value(vector)) for vector in good)
        steps = {1, gap - 1, *(gap * part // _PARTS for part in range(1, _PARTS))} - {0}
        for step, name, sign in product(sorted(steps), bound.form.names, (1, -1)):
            moved = {**nearest, name: nearest[name] + sign * step}
            if self._fits_types(moved):
                yield moved

    def _fits_types(self, vector: Vector) -> bool:
        limits = ((vector[name], self.runs.numbers[name].type) for name in vector)
        return all(isinstance(t, IntType) and t.lowest <= value <= t.highest for value, t in limits)

    def _run_vectors(self, vectors: Iterable[Vector]) -> Runs:
        return self.runs.run(self._trials(vectors))

    def _trials(self, vectors: Iterable[Vector]) -> list[RunArguments]:
        """Trials with objects of the sizes that were found; none with very large objects."""
        trials, contents = [], self._contents()
        for vector in vectors:
            needed = {name: max(0, form.value(vector)) for name, form in self.sizes.items()}
            if max(needed.values(), default=0) <= _MOST_ELEMENTS:
                sizes = dict.fromkeys(self.runs.pointers, MOST_CELLS) | needed
                lengths = dict.fromkeys(self.texts, 3)
                trials += [RunArguments(vector, sizes, content, lengths) for content in contents]
        return trials

    def _contents(self) -> Sequence[Content]:
        several = len(self.runs.subject.sites) > len(self.runs.numbers)
        return (0, max(_CONTENTS), *self._mixed_contents(), *self._examples()) if several else (0,)

    def _mixed_contents(self) -> Iterator[Content]:
        """Contents that differ from input to input, and from cell to cell."""
        literals = [one for one in self.runs.subject.literals if 0 < one <= _MOST_SMALL]
        for _ in range(_MIXED):
            content = dict[str, tuple[VisitRange, ...]]()
            for site in self.runs.subject.sites:
                cells = [VisitRange(at, 1, self.chance.choice(literals or _CONTENTS)) for at in range(_CELLS)]
                same = VisitRange(0, MOST_CELLS, self.chance.choice(_CONTENTS))
                content[site.name] = (*cells, same) if self.chance.random() < 0.5 else (same,)
            yield content

    def _examples(self) -> Iterator[Content]:
        """The contents of counterexamples, and the same ones further on in each object."""
        for example in self.examples[-_MOST_EXAMPLES:]:
            for by in _SHIFTS:
                yield {one.site.name: tuple(replace(span, first=span.first + by) for span in one.spans)
                       for one in example.inputs}

    # ---------------------------------------------------------------------------------------------------------- input

    def _vectors(self) -> list[Vector]:
        """Numbers to try: small ones in all combinations, and the ends of their types and literals one by one."""
        names = list(self.runs.numbers)
        if not names:
            return [{}]
        small = [tuple(one) for one in product(range(5 if len(names) < 3 else 3), repeat=min(len(names), 8))]
        if len(small) > _MOST_VECTORS:
            small = self.chance.sample(small, _MOST_VECTORS)
        small += [tuple(self.chance.randrange(17) for _ in names) for _ in range(16)]
        found = [one + (1,) * (len(names) - len(one)) for one in small]
        for at, name in enumerate(names):
            for value in self._edges(name):
                for other in (0, 2, value, *([-1] if abs(value) > _MOST_SMALL else [])):
                    found.append((other,) * at + (value,) + (other,) * (len(names) - at - 1))
        for example in self.examples[-_MOST_EXAMPLES:]:
            given = {one.site.name: one.spans[0].start for one in example.inputs if one.spans}
            numbers = [self._number(name, given.get(name.strip("*"), 0)) for name in names]
            found += [tuple(one + by * (one > 1) for one in numbers) for by in _SHIFTS]
        vectors = (dict(zip(names, one, strict=True)) for one in dict.fromkeys(found))
        return [one for one in vectors if self._fits_types(one)]

    def _number(self, name: str, bits: int) -> int:
        ctype = self.runs.numbers[name].type
        return wrap(bits, ctype) if isinstance(ctype, IntType) else bits

    def _edges(self, name: str) -> list[int]:
        ctype = self.runs.numbers[name].type
        assert isinstance(ctype, IntType)
        literals = sorted({abs(one) for one in self.runs.subject.literals if abs(one) > 1})[:_MOST_LITERALS]
        near = [one + step for one in literals for step in (-1, 0, 1)]
        return [-2, -1, 5, 31, 32, 63, 64, *near, ctype.lowest, ctype.lowest + 1, ctype.highest - 1, ctype.highest]


def _minimal(clauses: Sequence[Bound], wrong: Sequence[Vector]) -> list[Bound]:
    """The clauses without those that exclude no input which the others allow."""
    kept = list({str(one): one for one in clauses}.values())
    for clause in sorted(kept, key=lambda one: -one.form.cost):
        others = [one for one in kept if one is not clause]
        excluded = [vector for vector in wrong if not clause.holds(vector)]
        if all(any(not one.holds(vector) for one in others) for vector in excluded):
            kept = others
    return kept


def _admits_one(clauses: Sequence[Bound], vectors: Iterable[Vector]) -> bool:
    """Whether one of the inputs satisfies all clauses."""
    return any(all(one.holds(vector) for one in clauses) for vector in vectors)


def _overrun_count(runs: Runs) -> int:
    """The number of runs that access memory beyond all objects."""
    return sum(outcome.error is not None and outcome.error.kind is GoalKind.BOUNDS for _, outcome in runs)


def _violated(runs: Runs) -> list[ErrorSite]:
    return list({one.error.number: one.error for _, one in runs if one.error is not None}.values())


def _sorted(runs: Runs, error: ErrorSite) -> tuple[list[Vector], list[Vector], list[Vector]]:
    """Numbers with good runs only, those that violate this, and those with runs of both kinds."""
    seen: dict[tuple[int, ...], tuple[Vector, set[bool]]] = {}
    for trial, outcome in runs:
        if outcome.ended or (outcome.error is not None and outcome.error.number == error.number):
            outcomes = seen.setdefault(tuple(trial.numbers.values()), (trial.numbers, set()))[1]
            outcomes.add(outcome.ended)
    good, bad, mixed = (
        [v for v, outcomes in seen.values() if outcomes == one] for one in ({True}, {False}, {True, False})
    )
    return good, bad, mixed


def _accept_any(bound: Bound) -> bool:
    return True


def _is_usual(bound: Bound) -> bool:
    """Whether code can rely on the bound whatever the contents of memory are."""
    if bound.limit is None:
        return True
    return abs(bound.limit) <= 1 if " - " in bound.form.text else bound.lower and bound.limit in (0, 1, 2)
