"""List one mutant of veriabs for each side condition: the condition is switched off, and named tests have to fail.

A mutant with `covered_by` proves nothing wrong by itself, because the named second check notices too; what is switched
off for it is then both.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

from switches import Switch, around, both, completed_dialogue, instead, rewritten, text, unchecked

from veriabs.core.copying import replace
from veriabs.core.counterexample import Replay
from veriabs.core.ctree import asserts, map_parts, names, statements
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.queries import ProvedFacts
from veriabs.core.results import Verdict
from veriabs.core.statements import Assign, Havoc, HavocArray
from veriabs.core.types import INT, LLONG
from veriabs.loops import relevance_slicing
from veriabs.loops.accelerate import _addend
from veriabs.loops.build import models
from veriabs.replay.confirm import ReplayResult
from veriabs.strategies.shrinking.lemmas import candidates as lemma_candidates


@dataclass(frozen=True, slots=True)
class Mutant:
    """`programs` are names in tests/programs (their beginnings) or in tests/mutations/programs; `given` is a fault
    elsewhere that the condition is there to catch, present with and without the mutant."""

    name: str
    theory: str
    off: Switch
    programs: tuple[str, ...]
    max_k: int = 1
    covered_by: str = ""
    given: Switch | None = None
    wrongly: Verdict = Verdict.TRUE
    strategies: tuple[str, ...] = ("shrinking",)


# ---------------------------------------------------------------------------------------------- harness and residual

NO_HAVOC = text(
    (r"^  X0\.\w+ = nondet_\w+\(\);$", ""),
)
CONSECUTIVE = text(
    (
        r"__CPROVER_assume\(T\[l - 1\] < T\[l\]\);(?=\n  }\n  __CPROVER_assume\(T\[PAST)",
        "__CPROVER_assume(T[l - 1] + 1 == T[l]);",
    )
)
EARLY_CLAUSES = text(
    (r"^static iteration last;", "static _Bool early[K + 2];\nstatic iteration last;"),
    (r"const enum outcome o = step\(l\);", "const enum outcome o = step(l); early[l] = clause(l);"),
    (r"holds & clause\(l\)", "holds & early[l]"),
)
RESTORED_ONCE = text(
    (
        r"^static _Bool check_iter_seq\((.*)\) {\n  s = X0;",
        r"static _Bool restored;\nstatic _Bool check_iter_seq(\1) {\n  if (!restored) s = X0;\n  restored = 1;",
    )
)
NO_LEAVING_COLUMN = text(
    (r"itno > (trips_\d+) \+ 1\b", r"itno > \1"),
    (r"at_least\((trips_\d+) \+ 1( \+ \d+)?\)", r"at_least(\1\2)"),
    (r"at_least\(K \+ 1\);", ""),
)
LONG_RUNS_ONLY = text(
    (r"const int length = last < K \? \(int\)last : K;", "__CPROVER_assume(last >= K); const int length = K;")
)
NO_REACH = rewritten(
    "veriabs.core.verdict.holds",
    ("run.outcome is not request.needed", "request.needed is Outcome.SUCCESS and run.outcome is not request.needed"),
    ('== "FAILURE"', '!= "absent"'),
)
ANY_TYPE = instead("veriabs.frontend.lower.models.covers", lambda *_: True)
NO_CUT = instead("veriabs.loops.flatten.cut_after", lambda body, number: body)
ABORT_UNDOES = text((r"!s\.bad && after", "after"))

# ------------------------------------------------------------------------------------------------------------ analysis

FUSED_CELLS = unchecked("lines .* share no cell")
COMMUTING = unchecked("iterations at lines")
CLOSED_FORMS = unchecked("closed form of")
TRIPS = unchecked("trip count")
COLUMNS = unchecked("every iteration at")
CLAUSE_COLUMNS = unchecked("every clause at")
OF_OTHER_LOOPS = rewritten(
    "veriabs.strategies.shrinking.conditions._Checks._has_column", ("if pairing.members:", "if False:")
)
CELLS = unchecked(r"line \d+ uses only")


def _scalars_written(loop):
    found = statements((*loop.body, *loop.update))
    return frozenset(s.target.name for s in found if isinstance(s, Assign | Havoc) and isinstance(s.target, Var))


def _any_update(original):
    """Accelerable although only some paths update it."""

    def updates(loop):
        found = original(loop)
        for stmt in statements((*loop.body, *loop.update)):
            if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name not in found:
                found[stmt.target.name] = [stmt]
        return found

    return updates


def _wide(original):
    """The closed form in 64 bits, whatever type the variable has."""

    def accelerate(number, updates, written):
        found = original(number, updates, written)
        passed = Cast(LLONG, Binary("-", ITERATION, Const(1, INT)))
        form: Expr = Binary("+", Cast(LLONG, found.start), Binary("*", passed, _addend(updates[0], written)))
        return replace(found, variable=Var(found.variable.name, LLONG), form=form)

    return accelerate


def _zero_locals(original):
    def member_text(*arguments):
        found = original(*arguments)
        return replace(found, locals=[f"{declaration} = 0" for declaration in found.locals])

    return member_text


def _all_exact(original):
    def trip_count(*arguments):
        trips, _ = original(*arguments)
        return trips, trips is not None

    return trip_count


def _plainly(expr, data_model):
    """Constants computed as whole numbers, without the conversions of C."""
    operations = {"<": operator.lt, "<=": operator.le, ">": operator.gt, "+": operator.add, "-": operator.sub}

    def fold(part):
        match part:
            case Binary(op=op, left=Const(value=left), right=Const(value=right)) if op in operations:
                return Const(int(operations[op](left, right)), INT)
            case Cast(operand=Const(value=value)):
                return Const(value, INT)
            case _:
                return part

    return map_parts(expr, fold)


def _directly_named(body, number):
    """Relevance without its closure."""
    wanted = (names(assertion.test) for assertion in asserts(body, number))
    return relevance_slicing._keep_relevant(body, frozenset().union(*wanted))


def _only_arrays(original):
    return property(lambda shape: frozenset(n for n in original.fget(shape) if n in shape.model.program.arrays))


def _without_effect(original):
    def summary(*arguments):
        block = original(*arguments)
        return replace(block, body=tuple(stmt for stmt in block.body if not isinstance(stmt, Havoc | HavocArray)))

    return summary


PRIVATE = instead("veriabs.loops.facts.private_scalars", _scalars_written)
ANY_UPDATE = around("veriabs.loops.accelerate._certain_updates", _any_update)
WIDE = around("veriabs.loops.accelerate._accelerate", _wide)
STEP_FORGOTTEN = instead("veriabs.loops.accelerate._displaced", lambda start, passed, step: Binary("+", start, passed))
EXACT = around("veriabs.loops.facts.trip_count", _all_exact)
NESTED = instead("veriabs.loops.facts._obstacle", lambda loop: None)
NO_UNWINDING = around(
    "veriabs.solvers.command.arguments",
    lambda original: lambda *a, **k: tuple(word for word in original(*a, **k) if word != "--unwinding-assertions"),
)
NO_DOUBT = rewritten("veriabs.solvers.output._reason_to_distrust", ("if unsound:", "if False:"))
FLAG_PROPERTY = instead("veriabs.loops.properties.breaks", lambda body: False)
PROPERTY_WRITES = rewritten("veriabs.loops.properties._forall", ("facts.written - facts.private - counters", "False"))

# -------------------------------------------------------------------------------------------------------------- verdict

OTHER_CHECK = text(
    (
        r'__CPROVER_assert\(!each \| whole, "the loop is \d-shrinkable"\)',
        '__CPROVER_assert(1, "something else")',
    )
)
NO_CHECK = text((r'__CPROVER_assert\(!each \| whole, "the loop is \d-shrinkable"\)', "(void)whole"))
NOT_ASKED = rewritten("veriabs.solvers.output._success", ("if absent:", "if False:"))
EMPTY = rewritten("veriabs.solvers.output._success", ("if not checks:", "if False:"), ("if absent:", "if False:"))
SAID = rewritten(
    "veriabs.core.verdict.holds", ('statuses.get(d) == "SUCCESS"', 'statuses.get(d, "SUCCESS") == "SUCCESS"')
)
ANY_OUTCOME = rewritten(
    "veriabs.core.verdict.holds", ("run.outcome is not request.needed or not request.asked", "not request.asked")
)
FAILED_TRUSTED = instead("veriabs.strategies.shrinking.search.holds", lambda piece: True)

MUTANTS = (
    # theory 2.2 to 2.5
    Mutant("past", "2.4", text((r"check_iter_seq\((K \+ 1, (?:u|-1)), 1\)", r"check_iter_seq(\1, 0)")), ("s04",)),
    Mutant("havoc", "2.4", NO_HAVOC, ("s05",)),
    Mutant("every cell of a tile", "2.7", CLAUSE_COLUMNS, ("s28",)),
    Mutant("clause of a column without iteration", "2.7", OF_OTHER_LOOPS, ("s29",)),
    Mutant("gaps", "2.4", CONSECUTIVE, ("s21",)),
    Mutant("restore", "2.4", RESTORED_ONCE, ("s05",)),
    Mutant(
        "blocked", "2.3.6", text((r"if \(o == BLOCKED\) return 1;", "__CPROVER_assume(o != BLOCKED);")), ("m01",), 2
    ),
    Mutant("flagged before an abort", "2.4", both(ABORT_UNDOES, NO_CUT), ("m10",), covered_by="code behind"),
    Mutant("code behind", "1", NO_CUT, ("t01",)),
    Mutant("any type is double", "15", ANY_TYPE, ("a42",), strategies=("cell_invariants",)),
    Mutant(
        "all for exists",
        "2.2",
        text((r"_Bool some = 0;", "_Bool some = 1;"), (r"some \| check", "some & check")),
        ("s14",),
    ),
    Mutant("inputs of each iteration", "1", text((r"oracle_(\d+)\[l\]", r"oracle_\1[0]")), ("m06",)),
    Mutant("X", "2.3.2", around("veriabs.strategies.shrinking.shape.FusionPlan.changed", _only_arrays), ("s22", "t16")),
    Mutant("loops in front", "2.4", around("veriabs.strategies.shrinking.prefix._summary", _without_effect), ("a02",)),
    # 2.6
    Mutant(
        "short runs",
        "2.6",
        LONG_RUNS_ONLY,
        ("size_zero",),
    ),
    Mutant(
        "a sequence exists",
        "2.6",
        both(
            LONG_RUNS_ONLY,
            NO_REACH,
        ),
        ("s25",),
        2,
        covered_by="short runs",
    ),
    Mutant(
        "columns",
        "2.6",
        both(NO_LEAVING_COLUMN, COLUMNS),
        ("m03", "string_no_terminator"),
        covered_by="the analysis, which is right",
    ),
    Mutant(
        "must leave",
        "2.6",
        around(
            "veriabs.strategies.shrinking.attempts.fragments",
            lambda original: lambda shape: {**original(shape), "must_leave": True},
        ),
        ("s08",),
    ),
    Mutant("jumps end a loop", "2.6", instead("veriabs.loops.trips.exits", lambda loop: False), ("t10",)),
    Mutant("data ends a loop", "2.6", EXACT, ("m08",)),
    Mutant("trip counts", "2.6", TRIPS, ("m02",)),
    # 1
    Mutant(
        "closed forms", "1", both(STEP_FORGOTTEN, CLOSED_FORMS), ("m11",), covered_by="the analysis, which is right"
    ),
    Mutant("wrap", "1", both(WIDE, CLOSED_FORMS), ("s27", "t04"), covered_by="closed forms"),
    Mutant("every path", "1", both(ANY_UPDATE, CLOSED_FORMS), ("s06", "t11"), covered_by="closed forms"),
    Mutant("bounds", "1", unchecked("array index"), ("t41",)),
    Mutant(
        "accesses that a proof lacks are conditions",
        "18",
        rewritten(
            "veriabs.verify.failed_accesses.under_accesses_in_bounds", (
                "with_condition(piece, condition) for", "piece for"
            )
        ),
        ("t41", "o01"),
    ),
    Mutant(
        "conditions of pieces are those of the verdict",
        "18",
        rewritten("veriabs.core.verdict._conditions", ("*given, *own, ", "*given, ")),
        ("o01",),
    ),
    Mutant("relevance", "1", instead("veriabs.loops.flatten.slice_body", _directly_named), ("m12",)),
    Mutant(
        "every assertion",
        "2.3",
        instead("veriabs.verify.prove.each_model", lambda program: iter(models(program)[:1])),
        ("s20",),
    ),
    Mutant(
        "types of unrolled loops",
        "1",
        instead("veriabs.loops.flatten.fold_constants", _plainly),
        ("a12",),
    ),
    # 2.3, 2.7
    Mutant(
        "clause columns",
        "2.3.4",
        both(instead("veriabs.strategies.shrinking.columns._last_clauses", lambda *arguments: []), CLAUSE_COLUMNS),
        ("s08",),
        covered_by="the analysis, which is right",
    ),
    Mutant("final state", "2.7", EARLY_CLAUSES, ("s12", "t39")),
    Mutant("property that writes", "2.7", PROPERTY_WRITES, ("m09",)),
    Mutant(
        "exists ends",
        "2.7",
        text((r"\(iteration\)tno > (.*)\) return 0;", r"(iteration)tno > \1) return 1;")),
        ("x06",),
    ),
    Mutant("search that gives up", "2.7", both(FLAG_PROPERTY, EXACT), ("m15",), covered_by="data ends a loop"),
    Mutant(
        "flag is only set",
        "2.7",
        instead("veriabs.loops.properties._constant_written", lambda loop, flag: Const(1, INT)),
        ("x03", "x04"),
    ),
    Mutant("flag satisfies", "2.7", instead("veriabs.loops.properties._holds_if", lambda *arguments: True), ("a06",)),
    Mutant("type of the flag", "2.7", instead("veriabs.loops.properties.wrap", lambda value, ctype: value), ("a06",)),
    Mutant(
        "guard of the assertion", "2.7", instead("veriabs.loops.fuse._live_after", lambda *arguments: False), ("a04",)
    ),
    # 2.8
    Mutant("reordered cells", "2.8", FUSED_CELLS, ("m07",)),
    Mutant("commutation", "2.8", COMMUTING, ("f02",)),
    Mutant(
        "early exits are not fused",
        "2.8",
        rewritten("veriabs.loops.fuse.group_of", ("not f.exact", "False")),
        ("m04",),
        2,
    ),
    Mutant("code between", "2.8", instead("veriabs.loops.fuse._cannot_move", lambda *arguments: None), ("m05",)),
    Mutant(
        "counted with elsewhere",
        "2.8",
        rewritten(
            "veriabs.loops.fuse.group_of", ("if _control(member) &", "if frozenset() &"), ("& counted", "& frozenset()")
        ),
        ("a03",),
    ),
    Mutant(
        "private scalars",
        "2.8",
        both(PRIVATE, around("veriabs.strategies.shrinking.fragments.member_text", _zero_locals)),
        ("f04",),
        covered_by="locals that hold anything",
    ),
    Mutant(
        "dead loops",
        "2.8",
        rewritten(
            "veriabs.loops.dead_loops._LaterCode.guarded",
            ("return isinstance(stmt.test, Var) and stmt.test.name in self._guards", "return True"),
        ),
        ("a02",),
    ),
    # 2.9, cells
    Mutant(
        "nested loops and unwinding assertions",
        "2.9",
        both(NESTED, NO_UNWINDING, NO_DOUBT),
        ("s19",),
        covered_by="unwinding assertions, and a warning of CBMC where they are off",
    ),
    Mutant(
        "cells",
        "2.3",
        both(
            instead(
                "veriabs.strategies.shrinking.shape._note", lambda found, array, form: found.setdefault(array, form)
            ),
            CELLS,
        ),
        ("c01",),
        covered_by="the analysis, which is right",
    ),
    # invariants and lemmas
    Mutant("invariants at the entry", "6.2", unchecked("invariant .*: entry"), ("s21",)),
    Mutant("invariants of a step", "6.2", unchecked("invariant .*: step"), ("s05",)),
    Mutant(
        "invariants of a fused loop",
        "6.2",
        around(
            "veriabs.strategies.shrinking.prefix._usable",
            lambda original: lambda shape, member: list(shape.invariants.get(member.facts.loop.id, ())),
        ),
        ("a10",),
    ),
    Mutant(
        "facts behind a break",
        "2.13",
        rewritten("veriabs.strategies.shrinking.assumptions._assuming", (" and not exits(loop)", "")),
        ("s30",),
    ),
    Mutant(
        "test behind a break",
        "2.4",
        rewritten("veriabs.strategies.shrinking.prefix._ends_by_test", (" and not exits(facts.loop)", "")),
        ("s33",),
    ),
    Mutant(
        "facts of a skipped loop",
        "2.4",
        rewritten("veriabs.strategies.shrinking.prefix._facts_behind", ("disjunction((*skipped, fact))", "fact")),
        ("s34",),
    ),
    Mutant(
        "last test of a search",
        "2.4",
        rewritten("veriabs.strategies.shrinking.prefix._some_values", ("plus(ITERATION, -1)", "ITERATION")),
        ("s35",),
    ),
    Mutant(
        "all conjuncts",
        "2.13",
        rewritten("veriabs.strategies.shrinking.search._conjuncts", ("for part in parts:", "for part in parts[:1]:")),
        ("s32",),
    ),
    Mutant("proof of assumed facts", "2.13", unchecked("invariant .*: (entry|step)"), ("s31",)),
    Mutant(
        "lemmas",
        "6.2",
        instead(
            "veriabs.strategies.shrinking.search._lemmas",
            lambda model, facts: completed_dialogue(ProvedFacts({}, (), tuple(lemma_candidates(model)))),
        ),
        ("m13",),
    ),
    # names
    Mutant("reserved names", "2.3.8", instead("veriabs.frontend.lower.scope._RESERVED", frozenset()), ("a23",)),
    Mutant("reserved beginnings", "2.3.8", instead("veriabs.frontend.lower.scope._PREFIXES", ()), ("a22", "m14")),
    # verdict
    Mutant("asked checks", "8", both(NOT_ASKED, SAID), ("s05",), given=OTHER_CHECK, covered_by="asked twice"),
    Mutant("empty results", "8", both(EMPTY, SAID), ("s05",), given=NO_CHECK, covered_by="asked checks"),
    Mutant(
        "failed pieces",
        "4",
        both(FAILED_TRUSTED, instead("veriabs.core.verdict.holds", lambda piece: True)),
        ("s08",),
        covered_by="checked in prove and in verdict",
    ),
    Mutant(
        "a program that covers the error",
        "4",
        rewritten("veriabs.core.verdict._proved", ("if not any(", "if False and not any(")),
        ("s08",),
        given=instead("veriabs.strategies.shrinking.search.FactorSearch._k", lambda *arguments: completed_dialogue(())),
    ),
    # 2.9
    Mutant(
        "empty inner loops",
        "2.9",
        rewritten("veriabs.loops.coalesce._Coalescer._iteration", ('Binary("==", trips, i', 'Binary("!=", trips, i')),
        ("n02",),
    ),
    Mutant(
        "starts of inner counters",
        "2.9",
        rewritten("veriabs.loops.coalesce._split", ("set(outer.written) -", "set() -")),
        ("n03",),
    ),
    Mutant(
        "numbers of pairs",
        "2.9",
        unchecked(r"pairs of iterations at lines \d+ and \d+ have numbers"),
        ("n04",),
    ),
    # proofs that unwind the whole program
    Mutant(
        "unwinding of the whole program",
        "8",
        both(NO_UNWINDING, NO_DOUBT),
        ("init_last_missed",),
        covered_by="a warning of CBMC where they are off",
        strategies=("bounded",),
    ),
    Mutant(
        "accesses of the whole program",
        "1",
        around(
            "veriabs.solvers.command.arguments", lambda original: lambda *a, **k: original(*a, **{**k, "memory": False})
        ),
        ("accesses_out_of_bounds",),
        strategies=("bounded",),
    ),
    # FALSE
    Mutant(
        "no FALSE without a replay",
        "6.3",
        instead("veriabs.verify.refute._ProgramSearch._try_inputs", lambda *arguments: ReplayResult(Replay.REACHED)),
        ("true_only_large",),
        wrongly=Verdict.FALSE,
        strategies=("native", "bounded"),
    ),
    Mutant(
        "overflow before the error",
        "6.3",
        rewritten("veriabs.replay.confirm.confirm", ("and overflow is Overflow.WRAP", "")),
        ("true_but_for_overflow",),
        wrongly=Verdict.FALSE,
        strategies=("native", "bounded"),
    ),
    Mutant(
        "out of bounds before the error",
        "6.3",
        rewritten("veriabs.replay.confirm.confirm", ("checked=True", "checked=False")),
        ("true_but_for_bounds",),
        wrongly=Verdict.FALSE,
        strategies=("native", "bounded"),
    ),
    Mutant(
        "out of a member before the error",
        "6.3",
        instead("veriabs.frontend.instrument.sanitizer_gaps.stay_in_members", lambda *_: None),
        ("t48",),
        wrongly=Verdict.FALSE,
        strategies=("native",),
    ),
)

CONDITIONS = {
    "2.2 past iteration": ("past",),
    "2.2 arbitrary state": ("havoc", "restore"),
    "2.2 arbitrary gaps": ("gaps",),
    "2.2 all, for exists": ("all for exists",),
    "2.3.1 one loop, nothing nested": ("nested loops and unwinding assertions", "types of unrolled loops"),
    "2.3.2 X has all that changes": ("X", "loops in front"),
    "2.3.3 acceleration is exact": ("closed forms", "wrap", "every path"),
    "2.3.4 clause coverage": (
        "clause columns",
        "exists ends",
        "every assertion",
        "every cell of a tile",
        "clause of a column without iteration",
    ),
    "2.3.5 exit regime": ("data ends a loop", "jumps end a loop", "trip counts"),
    "2.3.6 blocked runs": ("blocked", "flagged before an abort", "code behind"),
    "2.3.7 clauses only look": ("property that writes",),
    "2.3.8 one meaning of names": ("reserved names", "reserved beginnings", "inputs of each iteration", "cells"),
    "2.6 short runs": ("short runs", "a sequence exists"),
    "2.6 the iteration that leaves": ("columns", "must leave"),
    "2.7 the final state": ("final state",),
    "2.7 a search is a disjunction": (
        "search that gives up",
        "flag is only set",
        "flag satisfies",
        "type of the flag",
        "guard of the assertion",
    ),
    "2.8 fusion": (
        "reordered cells",
        "commutation",
        "early exits are not fused",
        "code between",
        "counted with elsewhere",
        "private scalars",
        "dead loops",
    ),
    "2.13 assumptions": ("facts behind a break", "proof of assumed facts", "all conjuncts"),
    "2.4 loops in front": ("test behind a break", "facts of a skipped loop", "last test of a search"),
    "2.9 nests": ("empty inner loops", "starts of inner counters", "numbers of pairs"),
    "1 bounds": ("bounds",),
    "18 accesses": ("accesses that a proof lacks are conditions", "conditions of pieces are those of the verdict"),
    "1 slices": ("relevance",),
    "6.2 invariants and lemmas": (
        "invariants at the entry",
        "invariants of a step",
        "invariants of a fused loop",
        "lemmas",
    ),
    "8 answers of CBMC": ("asked checks", "empty results", "failed pieces", "a program that covers the error"),
    "8 unwinding": (
        "nested loops and unwinding assertions",
        "unwinding of the whole program",
        "accesses of the whole program",
    ),
    "FALSE": (
        "no FALSE without a replay",
        "overflow before the error",
        "out of bounds before the error",
        "out of a member before the error",
    ),
    "15 types of the library": ("any type is double",),
}
"""Side conditions of the theory, with the mutants that forget them."""
