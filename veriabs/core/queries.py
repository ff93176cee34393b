"""What a strategy asks to be run, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from veriabs.core.expressions import Expr
from veriabs.core.loop_model import Lemma
from veriabs.core.runs import Claim, Outcome, Run
from veriabs.core.statements import CheckId, LoopId


class ToldKind(Enum):
    """What a variable of a generated program says of the user's program in the trace of a failed run."""

    COLUMN = "the iteration of a slot, counted from 1"
    INPUT = "what an input gave in the iteration of a slot"
    CONTENT = "what the cell of a slot held first"
    SCALAR = "what a scalar holds"
    INDEX = "an index whose cells are kept"
    KEPT = "what the cell of an array at such an index holds"
    VISIT = "an iteration of a loop that will be gone through"
    PASSED = "the last iteration of a loop that was gone through, or 0"


class Told(Struct, frozen=True):
    """What one variable says; `name` is a scalar or array, `number` a loop, an input's site or an index, by kind."""

    kind: ToldKind
    name: str = ""
    number: int = 0
    slot: int = 0


class Query(Struct, frozen=True):
    """One generated program and what its run has to say.

    `needed` is the outcome that the strategy's proof rests on; `asked` are the checks that must be among the results.
    `claim` relates the errors of the generated program to the user's, None for a side condition. `arrays` says whether
    it uses unbounded arrays that are written, which the built-in solver is slow with; where it is known how long the
    first solver takes mostly, it works `alone` for so many seconds of the processor, and if it is mostly the one that
    decides, it begins `again` in another way before others do; `memory` asks CBMC to check every
    access and division as well; `accesses` says that its own checks prove every access of the user's program in bounds.
    `ids` says of each check, by its description, what it is about, where somebody wants to know.
    `trace` names one check (`main.assertion.1`) to be decided alone, so that `Run.raw` has its trace; `told` are the
    variables whose values there say something of the user's program, as the trace spells them, but for the suffixes of
    numbers.
    """

    purpose: str
    template: str
    context: dict[str, object]
    asked: tuple[str, ...]
    unwind: int
    needed: Outcome = Outcome.SUCCESS
    claim: Claim | None = None
    arrays: bool = False
    alone: float = 0.0
    again: bool = False
    k: int | None = None
    memory: bool = False
    accesses: bool = False
    trace: str = ""
    told: Mapping[str, Told] = field(default_factory=dict)
    ids: Mapping[str, CheckId] = field(default_factory=dict)


class Calculation(Struct, frozen=True):
    """One computation in Python, made in a process of its own, and what it has to say.

    `module` is run with `payload` (see `veriabs.solvers.calculation`); the other fields are as in `Query`. `relies`
    says that what it proves holds up to the first signed overflow only.
    """

    purpose: str
    module: str
    payload: object
    asked: tuple[str, ...]
    needed: Outcome = Outcome.SUCCESS
    claim: Claim | None = None
    memory: bool = False
    relies: bool = False


Request = Query | Calculation


class CheckedQuery(Struct, frozen=True):
    """One request and the run that decided it."""

    request: Request
    run: Run

    def needs_that_failed(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass, but for those of candidate invariants."""
        ids = self.request.ids if isinstance(self.request, Query) else {}
        return tuple(text for text in self.run.failed() if text not in ids or not ids[text].kind.of_candidate)

    @property
    def may_be_real(self) -> bool:
        """Does the program fail, and can only something like the user's program itself be why?"""
        claimed = isinstance(self.request, Query) and self.request.claim in (Claim.EXACT, Claim.UNDER)
        return claimed and self.run.outcome is Outcome.FAILURE


class ProvedFacts(Struct, frozen=True):
    """What is proved of a program already.

    `invariants` are by their loop, over the program's scalars, starts (`entry_x`) and the iteration
    `itno`; `proofs` are the pieces that prove them and `lemmas`, and part of each proof that uses them.
    """

    invariants: Mapping[LoopId, tuple[Expr, ...]] = field(default_factory=dict)
    proofs: tuple[CheckedQuery, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
