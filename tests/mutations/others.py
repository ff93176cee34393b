"""List mutants of the strategies other than shrinking: each lacks one condition, and its strategy runs alone."""

from __future__ import annotations

from collections.abc import Callable

from mutants import Mutant
from switches import Switch, around, both, instead, rewritten, text

from veriabs.core.copying import replace
from veriabs.core.ctree import walk
from veriabs.core.expressions import Cast, Element, Expr
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.loops.flatten import cut_after
from veriabs.strategies.pruning import proof as pruning  # noqa: F401  (switches name them)

KEPT = text(
    (
        r"^static void (kept_\w+)\(_Bool holds\) { __CPROVER_assert\(holds,",
        r"static void \1(_Bool holds) { __CPROVER_assert(1,",
    )
)


def _passes(place: str) -> tuple[str, str]:
    return rf'__CPROVER_assert\(.*, "(invariant .*: {place})"\);', r'__CPROVER_assert(1, "\1");'


def _reads_at_all(part: Expr) -> list[Element]:
    return [one for one in walk(part) if isinstance(one, Element)]


def _at_once(cut: Callable[[Program, int], Program]) -> Callable[[Program, int], Program]:
    """The program without loops behind the assertion in the same statement as well."""

    def made(program: Program, number: int) -> Program:
        kept = cut(program, number)
        outer = (replace(one, body=cut_after(one.body, number)) if isinstance(one, Loop) else one for one in kept.body)
        return replace(kept, body=tuple(outer))

    return made


LOOKED_UP = "veriabs.loops.producer_inlining"
GHOSTS = "veriabs.strategies.ghost_folds.strategy"
GHOST_SUMS = "veriabs.strategies.ghost_folds.sums"
GHOST_STRATEGIES = ("ghost_folds", "cell_invariants")
LOCKSTEP = "veriabs.strategies.lockstep"
PROJECTION = "veriabs.strategies.projection._Writer"
PROJECTION_STRATEGIES = ("projection", "cell_invariants")


def _projection(name: str, off: Switch, trap: str) -> Mutant:
    return Mutant(f"projection: {name}", "20", off, (trap,), strategies=PROJECTION_STRATEGIES)


UNSIEVED = instead(
    "veriabs.strategies.cell_invariants.passing_samples",
    lambda program, number, tried: (yield ()) or tried,
)
"""No candidate is dropped for a sampled run, so that it is the program which has to refute it."""

SEVERAL = ("cell_invariants", "closed_forms", "induction", "shrinking")
RESIZED = "veriabs.frontend.lower.reallocation"
ACCESS = "veriabs.frontend.lower.checks._Checker._operation_conditions"

OTHERS = (
    Mutant(
        "resized objects: the address of now",
        "14",
        rewritten(ACCESS, ('Binary("==", address, extent.address)', "ctree.TRUE")),
        ("front/old_address_after", "front/realloc_that"),
        strategies=SEVERAL,
    ),
    Mutant(
        "resized objects: another address",
        "14",
        rewritten(f"{RESIZED}._resize_extent", ("Havoc(extent.address, 0, None, where)", "*()")),
        ("front/old_address_after", "front/realloc_that"),
        strategies=SEVERAL,
    ),
    Mutant(
        "resized objects: what is there",
        "14",
        rewritten(ACCESS, ("in_bounds(offset, extent.size)", "ctree.TRUE")),
        ("front/grown_by_one",),
        strategies=SEVERAL,
    ),
    Mutant(
        "resized objects: what they have lost",
        "14",
        rewritten(f"{RESIZED}.resize", ('Binary("==", extent.size, extent.most)', "ctree.TRUE")),
        ("front/grown_after",),
        strategies=SEVERAL,
    ),
    Mutant(
        "resized objects: made once",
        "14",
        rewritten(f"{RESIZED}.resize", ('Binary("==", extent.most, Const(0, extent.most.type))', "ctree.TRUE")),
        ("front/vector_of",),
        strategies=SEVERAL,
    ),
    Mutant(
        "rows: all of one length",
        "14",
        rewritten("veriabs.frontend.lower.allocations._common_row_size", ('Binary("!=", size, own)', "ctree.FALSE")),
        ("front/rows_of_different",),
        strategies=SEVERAL,
    ),
    Mutant("induction: invariants are kept", "6.2", KEPT, ("late_scalar",), strategies=("induction",)),
    Mutant(
        "induction: an arbitrary iteration",
        "6.2",
        text((r"^    \w+ = nondet_\w+\(\);$", "")),
        ("late_scalar",),
        strategies=("induction",),
    ),
    Mutant(
        "induction: what is one step further is a closed form",
        "1",
        rewritten("veriabs.loops.accelerate._factor", (" and moved.left == passed", "")),
        ("q12",),
        strategies=("induction",),
    ),
    Mutant(
        "induction: equalities that tell every bit",
        "6.2",
        rewritten("veriabs.encode.cut._full_scalar", (" if bits >= own", "")),
        ("low_byte",),
        strategies=("induction",),
    ),
    Mutant(
        "cells: invariants at the entry",
        "6.2",
        text(_passes("entry")),
        ("rare_entry",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: invariants of a step",
        "6.2",
        text(_passes("step")),
        ("late_write",),
        given=UNSIEVED,
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: arbitrary contents",
        "6.2",
        text((r"^    __CPROVER_havoc_object\(\w+\);$", "")),
        ("late_write",),
        given=UNSIEVED,
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: a table begins with what nothing has read",
        "6.2",
        rewritten("veriabs.encode.tables.tables", ("place is None or place[0] in used", "place is None")),
        ("t47",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: facts proved apart mean the same in both programs",
        "6.2",
        rewritten(
            "veriabs.invariants.quantified.fact_transfer.transfer_facts", ("if not names(one) & other", "if True")
        ),
        ("q04",),
        given=UNSIEVED,
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: facts proved apart have the same heads of loops",
        "6.2",
        rewritten("veriabs.invariants.quantified.fact_transfer._unique_loops", ("stmt.peeled)", "False)")),
        ("q07",),
        given=UNSIEVED,
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: facts proved apart are shown of each step",
        "6.2",
        text(_passes("step")),
        ("q05",),
        given=UNSIEVED,
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: accesses of loops that are left out",
        "6.2",
        rewritten("veriabs.invariants.bounds.bounds_program", ("covers and proved is None", "covers")),
        ("q06",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: a loop that is left out has no other end",
        "6.2",
        rewritten("veriabs.invariants.bounds._Cutter._is_proved_elsewhere", ("not exits(loop) and ", "")),
        ("q08",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: each assertion by its own checks",
        "6.2",
        rewritten("veriabs.strategies.cell_invariants.proof_of", ("if number != assertion.number", "if number")),
        ("q03",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: a loop behind an assertion leads back to it",
        "6.2",
        around("veriabs.strategies.cell_invariants.before_next_loop", _at_once),
        ("q13",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "cells: invariants of several assertions",
        "6.2",
        both(
            rewritten(
                "veriabs.strategies.cell_invariants.proof_of",
                ("set(piece.request.asked) - others", "set(goals[assertion.number])"),
            ),
            instead("veriabs.strategies.cell_invariants.hopeless", lambda piece: True),
        ),
        ("two_late_writes",),
        given=UNSIEVED,
        strategies=("cell_invariants",),
    ),
    Mutant(
        "lockstep: the second loop has an iteration for each",
        "16",
        rewritten(f"{LOCKSTEP}._Merger.merged", ("part in (condition, *body)", "part in body")),
        ("l02",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: no iterations are left",
        "16",
        rewritten(f"{LOCKSTEP}._Merger.merged", ("*over, ", "")),
        ("l03",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: cells written in between are not read before",
        "16",
        rewritten(f"{LOCKSTEP}._Merger.merged", ("test=conjunction((condition.test, *apart))", "test=condition.test")),
        ("l09",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: nothing is left behind what was written in between",
        "16",
        rewritten(f"{LOCKSTEP}._Merger.merged", ("*([last] if last else ()), ", "")),
        ("l10",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "tables: nothing changes them, nor what fills them",
        "16.1",
        instead(f"{LOOKED_UP}._is_unchanged_later", lambda filled, behind: True),
        ("l13", "l15"),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "tables: every cell is filled",
        "16.1",
        rewritten(f"{LOOKED_UP}._table_filled_by", (" if whole else None", "")),
        ("l14",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "tables: from the first cell on",
        "16.1",
        instead(f"{LOOKED_UP}._starts_at_zero", lambda front, counter: True),
        ("l16",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: shared cells by one counter",
        "16",
        instead(f"{LOCKSTEP}._meeting_conditions", lambda one, two, shared: ()),
        ("l01",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: another cell in each iteration",
        "16",
        rewritten(f"{LOCKSTEP}._counter", (" if bits is not None and moves and bits <= _bits(v) else None", "")),
        ("l05",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: whole iterations",
        "16",
        rewritten(f"{LOCKSTEP}._Merger._reordering_condition", ("or continues(first.body) ", "")),
        ("l06",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: code in between",
        "16",
        rewritten(f"{LOCKSTEP}._split_movable", ("_commute((*loops, *then), (stmt,))", "True")),
        ("l07",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "lockstep: no jump out of a loop",
        "16",
        rewritten(f"{LOCKSTEP}._Merger._reordering_condition", ("exits(first) or exits(second) or ", "")),
        ("l08",),
        strategies=("lockstep", "induction"),
    ),
    Mutant(
        "ghost folds: scalars that a sum depends on",
        "19",
        instead(f"{GHOST_SUMS}.Fold.scalars", property(lambda fold: frozenset())),
        ("g06",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: a sum is 0 until a cell is written",
        "19",
        rewritten(f"{GHOSTS}._Writer._stmt", (" if fold.arrays.isdisjoint(writes((stmt,)))", "")),
        ("g16",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: cells outside of the range",
        "19",
        instead(f"{GHOSTS}._Writer._summand", lambda self, fold, index: Cast(fold.type, fold.at(index))),
        ("g02",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: no step of fewer bits",
        "19",
        rewritten(f"{GHOST_SUMS}.summand_of", (" if ctype.bits >= total.type.bits", "")),
        ("g04",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: each cell is written at the index that is visited",
        "19",
        rewritten(f"{GHOSTS}._Writer._is_summed", ("return same and not", "return not")),
        ("g08",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: all indices are visited",
        "19",
        rewritten(f"{GHOST_SUMS}.range_of", (" or exits(loop)", "")),
        ("g09",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: the counter of an empty range",
        "19",
        rewritten(
            f"{GHOSTS}._Writer._replace_loop",
            ("Cast(LLONG, high)), whole, (), loop.where)", "Cast(LLONG, high)), whole, whole, loop.where)"),
        ),
        ("g10",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: the index is that from before the write",
        "19",
        rewritten(f"{GHOSTS}._Writer._update_ghost", ("if elements_of((Assert(index, 0, stmt.where),))", "if False")),
        ("g14",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: truth values are no numbers modulo a power of 2",
        "19",
        rewritten(f"{GHOST_SUMS}.Folds._consumer", (" or ctype == BOOL", "")),
        ("g13",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "ghost folds: the index has the type of the counter",
        "19",
        rewritten(f"{GHOST_SUMS}.Fold.at", ("return converted(ctype, index)", "return index")),
        ("g15",),
        strategies=GHOST_STRATEGIES,
    ),
    Mutant(
        "short loops: no negative number is shifted",
        "1",
        rewritten("veriabs.loops.full_unrolling._Work._divisor", ("(only_positive or not signed)", "True")),
        ("a26",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "short loops: no conversion makes a number larger",
        "1",
        rewritten(
            "veriabs.loops.full_unrolling._narrowed", ("not (to.signed or kind.signed) or _has_all(to, kind)", "True")
        ),
        ("a28",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "short loops: each of two tests keeps the number from 0",
        "1",
        rewritten("veriabs.loops.full_unrolling._Work._least_in_test", ("min(one, other)", "max(one, other)")),
        ("a31",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "short loops: cells that are read each time",
        "1",
        instead("veriabs.loops.full_unrolling.certain_reads", _reads_at_all),
        ("a27",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "short loops: a goal is proved once all of its copies are",
        "1",
        rewritten("veriabs.verify.goals.Goals.is_proved", ("all(number in", "any(number in")),
        ("a30",),
        strategies=("cell_invariants",),
    ),
    Mutant(
        "pruning: last values only",
        "3.2",
        instead("veriabs.strategies.pruning.proof.updates", lambda model, parts, groups: None),
        ("p04",),
        strategies=("pruning",),
    ),
    Mutant(
        "pruning: covered cells are checked",
        "3.3",
        instead("veriabs.strategies.pruning.checks._Cut._check_coverage", lambda self: ()),
        ("p11",),
        strategies=("pruning",),
    ),
    Mutant(
        "witness index: arbitrary between visits",
        "5",
        text((r"(^ {6,12}|\) )\w+ = nondet_\w+\(\);$", r"\1;")),
        ("p06", "late_scalar"),
        strategies=("witness_index",),
    ),
    _projection(
        "reads of other columns are arbitrary",
        rewritten(
            f"{PROJECTION}._project", (
                "return Conditional(self._is_chosen(part, before), here, elsewhere)", "return here"
            )
        ),
        "j01",
    ),
    _projection(
        "scalars in front of the iteration are arbitrary",
        rewritten(f"{PROJECTION}._iteration", ("*lost,\n        If(", "If(")),
        "j02",
    ),
    _projection(
        "scalars behind the iteration are arbitrary",
        rewritten(f"{PROJECTION}._iteration", ("(begun, *one, *lost)", "(begun, *one)")),
        "column_last_counted",
    ),
    _projection(
        "loops that are left early stay",
        rewritten("veriabs.loops.counted_ranges.range_of", ("or exits(loop)", "")),
        "columns_left_early",
    ),
    _projection(
        "other iterations change scalars only",
        rewritten(f"{PROJECTION}._iteration", ("= writes(others)", "= writes(others) & self._scalars()")),
        "j05",
    ),
    _projection(
        "other iterations assert nothing",
        rewritten(f"{PROJECTION}._iteration", ("or has(others, Assert)", "")),
        "asserted_in_other_columns",
    ),
    _projection(
        "the first index of a loop",
        rewritten(f"{PROJECTION}._iteration", ('Binary("<=", low, self.index)', "TRUE")),
        "j06",
    ),
    _projection(
        "the counter behind a loop",
        rewritten(f"{PROJECTION}._iteration", ("(ended,)", "(begun,)")),
        "j07",
    ),
    _projection(
        "two columns of an assertion",
        rewritten(f"{PROJECTION}._project", ("self._index(part) == self._index(chosen)", "part.array == chosen.array")),
        "j08",
    ),
)
