"""Which strategy begins: what proved tasks that looked alike, if the user has had veriabs learn that, or else the first
that says that the task is one for it.

What is learned is a list of rules over the features of a task, of which the first one that fits counts. A wrong rule
costs the head start that the first strategy has, and no verdict. None is shipped: of the project's own tasks the
features foretell no better than the strategies themselves (docs/results.md).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from veriabs import strategies
from veriabs.core.errors import InputError
from veriabs.core.folders import data_folder
from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Strategy
from veriabs.loops.features import FEATURES, features_of

FEWEST = 4
"""Tasks that a rule rests on, at least."""

LONGEST = 8
"""Rules of a table."""

PARTS = 10
"""Of the cross-validation."""

UNFORETOLD = "the first in order"
"""Why a strategy begins for which nothing speaks."""

LIKELY = "the task looks like one for it"
"""Why one begins that says so of itself."""

DOUBT = 2.0
"""Tasks on which a rule is taken to have failed, beside those seen."""


class Sample(Struct, frozen=True):
    """A task that was proved: its features, by which strategy, and which one would begin if nothing were learned."""

    features: frozenset[str]
    strategy: str
    first: str


class Rule(Struct, frozen=True):
    """Tasks with all of `has` and none of `lacks` are begun with `strategy`, which proved `won` of the `of` seen."""

    has: tuple[str, ...]
    lacks: tuple[str, ...]
    strategy: str
    won: int
    of: int

    def fits(self, features: frozenset[str]) -> bool:
        return features >= set(self.has) and not features & set(self.lacks)

    def __str__(self) -> str:
        looks = [*self.has, *(f"not: {feature}" for feature in self.lacks)]
        return f"{self.strategy} proved {self.won} of {self.of} tasks like it ({', '.join(looks) or 'any other'})"


Table = tuple[Rule, ...]


class Winner(Struct, frozen=True):
    """The strategy that has proved another goal of the program, and the model of that goal."""

    strategy: str = ""
    model: LoopModel | None = None

    @property
    def was_likely(self) -> bool:
        """Did that goal look like one for it?"""
        return self.model is not None and strategies.load(self.strategy).likely(self.model)


NOBODY = Winner()


def ordered(
    chosen: Sequence[str], model: LoopModel, winner: Winner = NOBODY, given_up: Collection[str] = ()
) -> tuple[list[tuple[str, Strategy]], str]:
    """The chosen strategies that can prove, the one that begins first, and why it does.

    Of what the `winner` needs here much is known by now. Where it was the likely one, what is likely for this goal is
    as well. Those that have `given_up` another goal are not likely for this one.
    """
    found = strategies.provers(chosen, model, given_up)
    is_likely = bool(found) and found[0][0] not in given_up and found[0][1].likely(model)
    if winner.strategy in (name for name, _ in found) and not (is_likely and winner.was_likely):
        return sorted(found, key=lambda one: one[0] != winner.strategy), "it proved another goal of the program"
    rule = choose(model)
    if rule is not None and rule.strategy in (name for name, _ in found):
        return sorted(found, key=lambda one: one[0] != rule.strategy), str(rule)
    return found, LIKELY if is_likely else UNFORETOLD


def foretold(every: Sequence[tuple[str, Strategy]], why: str, model: LoopModel) -> frozenset[str]:
    """Those that are foretold to win: the one that begins for that reason, and others that say it of themselves."""
    if why == LIKELY:
        return frozenset(name for name, one in every if one.likely(model))
    return frozenset(name for name, _ in every[:1] if why != UNFORETOLD)


def choose(model: LoopModel, table: Table | None = None) -> Rule | None:
    """The rule for a task, or None where the table has none."""
    rules = current() if table is None else table
    features = features_of(model) if rules else frozenset[str]()
    return next((rule for rule in rules if rule.fits(features)), None)


def own_table() -> Path:
    """Where the user's own table is, if there is one."""
    return data_folder() / "choosing.json"


@cache
def current() -> Table:
    """The user's table, empty without one; InputError for one that cannot be read."""
    own = own_table()
    return read(own) if own.is_file() else ()


def read(path: Path) -> Table:
    """A table from its file; InputError if it is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return tuple(_rule(one) for one in found["rules"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: not a table of strategies ({error}); veriabs learn makes one anew") from error


def _rule(one: Mapping[str, object]) -> Rule:
    rule = Rule(**{**one, "has": tuple(one["has"]), "lacks": tuple(one["lacks"])})  # type: ignore[arg-type]
    unknown = {*rule.has, *rule.lacks} - FEATURES.keys()
    if unknown:
        raise ValueError(f"no feature {', '.join(sorted(unknown))}")
    return rule


def write(path: Path, table: Table, tasks: int) -> None:
    """Writes a table, one rule a line."""
    rules = ",\n  ".join(json.dumps(asdict(rule)) for rule in table)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"tasks": {tasks}, "rules": [\n  {rules}\n]}}\n', encoding="utf-8")


def learn(samples: Sequence[Sample]) -> Table:
    """The list of rules that is most often right, each step the rule that is surest of the tasks that are left."""
    table: list[Rule] = []
    left = list(samples)
    while left and len(table) < LONGEST:
        rule = max(_rules(left), key=_sureness)
        table.append(rule)
        if not rule.has and not rule.lacks:
            break
        left = [sample for sample in left if not rule.fits(sample.features)]
    return tuple(table)


def _sureness(rule: Rule) -> tuple[float, int, int]:
    return rule.won / (rule.of + DOUBT), rule.of, -len(rule.has) - len(rule.lacks)


def _rules(samples: Sequence[Sample]) -> Iterator[Rule]:
    """Every rule of up to two features, with the strategy that proved most; the one that always fits is among them."""
    looks = [(feature, sign) for feature in FEATURES for sign in (True, False)]
    for size in range(3):
        for chosen in combinations(looks, size):
            has = tuple(feature for feature, sign in chosen if sign)
            lacks = tuple(feature for feature, sign in chosen if not sign)
            won = Counter(s.strategy for s in samples if s.features >= set(has) and not s.features & set(lacks))
            if won.total() >= FEWEST or not chosen:
                strategy = min(won, key=lambda name: (-won[name], name))
                yield Rule(has, lacks, strategy, won[strategy], won.total())


class Foretold(Struct, frozen=True):
    """Of how many samples the winner is foretold: by tables learned without them, and by the order without a table."""

    samples: int
    learned: int
    unlearned: int

    @property
    def is_better(self) -> bool:
        return self.learned > self.unlearned

    def __str__(self) -> str:
        return (
            f"of {self.samples} proofs, rules that were learned without them foretell the winner of {self.learned}, "
            f"the order without rules that of {self.unlearned}"
        )


def cross_validated(samples: Sequence[Sample]) -> Foretold:
    """What a table is good for, by tenfold cross-validation."""
    learned = 0
    for part in range(PARTS):
        table = learn([sample for number, sample in enumerate(samples) if number % PARTS != part])
        for sample in samples[part::PARTS]:
            rule = next((rule for rule in table if rule.fits(sample.features)), None)
            learned += (sample.first if rule is None else rule.strategy) == sample.strategy
    return Foretold(len(samples), learned, sum(sample.first == sample.strategy for sample in samples))
