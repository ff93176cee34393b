"""List conditions of checks (`--check`) that are switched off; with each fault, a violated goal is proved."""

from __future__ import annotations

from dataclasses import dataclass

from switches import Switch, rewritten


@dataclass(frozen=True, slots=True)
class CheckFault:
    """A forgotten condition, its switch, and the program below `programs/checks` whose goal is then proved wrongly."""

    name: str
    switch: Switch
    program: str
    kind: str


UNSET = "veriabs.frontend.lower.uninitialised_reads"
LIFETIMES = "veriabs.frontend.lower.lifetimes"

CHECK_FAULTS = (
    CheckFault(
        "a value is converted to the type that it is stored in",
        rewritten(
            "veriabs.frontend.lower.assignments._convert_for_access",
            ("not isinstance(given, FloatType) and GoalKind", "not isinstance(given, FloatType) or GoalKind"),
        ),
        "conversion_seen_with_a_sign",
        "conversion",
    ),
    CheckFault(
        "one way alone sets a variable",
        rewritten(f"{UNSET}._DefiniteAssignment._state_after", ("return one & other", "return one | other")),
        "unset_on_one_way",
        "uninitialised",
    ),
    CheckFault(
        "a loop always runs",
        rewritten(
            f"{UNSET}._DefiniteAssignment._state_after", ("return known, inside[1]", "return inside[0], inside[1]")
        ),
        "unset_by_a_loop",
        "uninitialised",
    ),
    CheckFault(
        "a cell that is set is any one",
        rewritten(f"{UNSET}._DefiniteAssignment._is_set", ("len(known) == prod(self.sizes)", "len(known) > 0")),
        "unset_cell_beside_a_set_one",
        "uninitialised",
    ),
    CheckFault(
        "a declaration that is passed again",
        rewritten(f"{UNSET}.Flags.set_by", ("_DOWN if _is_declaration(stmt) else _UP", "_UP")),
        "unset_again_in_each_iteration",
        "uninitialised",
    ),
    CheckFault(
        "what may be null may not have been returned",
        rewritten(f"{LIFETIMES}.returned", ("[] if pointer.absent is None", "[] if True")),
        "returned_but_lost",
        "memory-leak",
    ),
    CheckFault(
        "what stands further down was not allocated before",
        rewritten(
            "veriabs.frontend.lower.leaks.insert_leak_checks",
            ("in ctx.allocated", "in ctx.allocated if at.line < stmt.where.line"),
        ),
        "leak_in_front_of_the_allocation",
        "memory-leak",
    ),
    CheckFault(
        "objects of a loop are never freed",
        rewritten(f"{LIFETIMES}.freed_one", ("Assign(flag, ctree.integer(0, BOOL),", "Assign(flag, flag,")),
        "freed_in_a_loop",
        "pointer",
    ),
    CheckFault(
        "one of the objects of a loop that is used is there",
        rewritten(f"{LIFETIMES}.check_pointer", ("flag_of(ctx, storage, pointer.place.indices) or", "")),
        "freed_in_a_loop",
        "pointer",
    ),
    CheckFault(
        "no object of a loop is there in the end",
        rewritten("veriabs.frontend.lower.leaks._freed", ("storage.made or storage.type.size", "ctree.integer(0)")),
        "list_whose_last_node_is_lost",
        "memory-leak",
    ),
    CheckFault(
        "a counter moves where its iterations are not counted",
        rewritten(
            "veriabs.invariants.bounds._Cutter._loop",
            ("havoc=havoc(facts.written,", "havoc=havoc(() if loop.id in self.uncounted else facts.written,"),
        ),
        "counter_without_a_count",
        "shift",
    ),
    CheckFault(
        "what a function of the library accesses is nothing of the program's",
        rewritten("veriabs.frontend.lower.models.definition", ('if "*" not in model.prototype', "if True")),
        "bytes_compared_that_are_not_set",
        "uninitialised",
    ),
    CheckFault(
        "what a function of the library is given points to an object",
        rewritten(
            "veriabs.frontend.lower.libc.pointer_to", ("lifetimes.check_pointer(ctx, pointer, effects, node)", "pass")
        ),
        "pointer_null_for_the_library",
        "pointer",
    ),
    CheckFault(
        "nobody calls with fewer than no elements",
        rewritten("veriabs.frontend.harness.objects.ObjectWriter._sized", (' and "-" not in own', "")),
        "fewer_than_none",
        "div-by-zero",
    ),
    CheckFault(
        "whatever compares is an order",
        rewritten("veriabs.frontend.lower.sorting._is_order", ("branch(holds, (), unordered", "branch(holds, (), []")),
        "sorted_by_no_order",
        "assertion",
    ),
    CheckFault(
        "a pointer that is tested is set",
        rewritten(f"{LIFETIMES}.assert_set", ("effects.before.append(", "(")),
        "pointer_tested_before_it_is_set",
        "pointer",
    ),
    CheckFault(
        "a pointer that is returned is set",
        rewritten(f"{LIFETIMES}.bound", ("out.append(_unreached_if_unset(ctx, unset, node))", "pass")),
        "pointer_returned_before_it_is_set",
        "pointer",
    ),
    CheckFault(
        "what a function frees is there where it was called",
        rewritten("veriabs.frontend.lower.calls._inline", ("in active.freed", "in ()")),
        "freed_behind_a_return",
        "pointer",
    ),
    CheckFault(
        "a block that ends with a return is left there",
        rewritten(f"{LIFETIMES}._is_left", ("not any(isinstance(n, _LEADING) for n in walk(block))", "True")),
        "freed_and_broken_off",
        "pointer",
    ),
    CheckFault(
        "what an operand computes without effects may come late",
        rewritten("veriabs.frontend.lower.evaluation_order.join", ("effects.before += evaluate(", "evaluate(")),
        "operand_that_counts_on",
        "bounds",
    ),
    CheckFault(
        "a counter comes to all numbers that it is compared with",
        rewritten("veriabs.loops.termination._fails", ("kind.bits == v.type.bits", "kind.bits >= v.type.bits")),
        "operand_that_counts_on",
        "bounds",
    ),
    CheckFault(
        "each type has a number that is no index",
        rewritten("veriabs.loops.termination._leaves_arrays", ("index == v and (", "index == v or (")),
        "operand_that_reads_on",
        "bounds",
    ),
    CheckFault(
        "a string literal is an array like others",
        rewritten("veriabs.frontend.lower.unions._may_be_literal", ("key is not None and (", "False and (")),
        "../memory/literal_is_written_at_times",
        "pointer",
    ),
    CheckFault(
        "a part of its bytes sets a whole member of a union",
        rewritten("veriabs.frontend.lower.unions._bytes", ("None if missing else value", "value")),
        "../traps/front/union_half_written_unsafe",
        "assertion",
    ),
    CheckFault(
        "integers of a copied union count their common bytes twice",
        rewritten(
            "veriabs.frontend.lower.unions._bytes",
            ("missing -= set(covered)", "missing = set(sorted(missing)[len(covered) :])"),
        ),
        "../traps/front/union_copied_into_union_unsafe",
        "assertion",
    ),
)
