"""The term algebra against brute force: every operation gives a term with the value that it should have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from meaning import Assignment

from veriabs.core.copying import replace
from veriabs.terms.axioms import axioms, instances, is_fraction, quotient
from veriabs.terms.binders import close, ite, opened_name, reopen, walk
from veriabs.terms.bounds import sum_bounds, unsuccessful_search
from veriabs.terms.conditions import between, conjunction, disjunction, eq, le, ne, negate
from veriabs.terms.division import divide, exact_quotient, modulo, power_of, reduce, unwrap_comparison, wrap
from veriabs.terms.entail import Entailment
from veriabs.terms.interleaving import interleaved
from veriabs.terms.intervals import interval
from veriabs.terms.rebuild import Substitution, first, largest, last_index, power_sum, quantified, sum_over
from veriabs.terms.residue_classes import added_in_classes
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Condition, Function, Is, Kind, Term, call, const, index_name, symbol, total

NAMES = ("n", "m", "p")
LOW, HIGH = -3, 3


def content(name: str, args: tuple[int, ...]) -> int:
    """Some function of its arguments, with small values."""
    return (sum(ord(c) for c in name) + sum((5 * x * x + 3 * x + 1) // 2 * (n + 1) for n, x in enumerate(args))) % 7 - 3


@st.composite
def terms(draw: st.DrawFn, depth: int = 3, names: tuple[str, ...] = NAMES) -> Term:
    kind = draw(st.integers(0, 11 if depth else 1))
    below = terms(depth - 1, names)
    match kind:
        case 0:
            return const(draw(st.integers(-4, 4)))
        case 1:
            return symbol(draw(st.sampled_from(names)))
        case 2 | 3:
            return draw(below) + draw(below) * draw(st.integers(-2, 2))
        case 4:
            return draw(below) * draw(below)
        case 5:
            return call("a", [draw(below)], LOW, HIGH)
        case 6:
            return ite(draw(conditions(depth - 1, names)), draw(below), draw(below))
        case 7:
            return divide(draw(below), const(draw(st.sampled_from((-3, -2, 2, 3)))))
        case 8:
            return modulo(draw(below), const(draw(st.sampled_from((2, 3, 4)))))
        case 9:
            return wrap(draw(below), -4, 3)
        case _:
            return draw(binders(depth - 1, names))


@st.composite
def binders(draw: st.DrawFn, depth: int, names: tuple[str, ...]) -> Term:
    count = draw(counts(names))
    inner = draw(terms(depth, (*names, "k")))
    test = draw(conditions(depth, (*names, "k")))
    name = opened_name(count, inner, test)
    there = Substitution({"k": symbol(name)})
    match draw(st.integers(0, 3)):
        case 0:
            return sum_over(name, there(inner), count)
        case 1:
            return largest(name, there(inner), draw(terms(0, names)), count)
        case 2:
            return first(name, there.condition(test), count)
        case _:
            return last_index(name, there.condition(test), count)


@st.composite
def counts(draw: st.DrawFn, names: tuple[str, ...] = NAMES) -> Term:
    return symbol(draw(st.sampled_from(names))) * draw(st.integers(-1, 1)) + draw(st.integers(-2, 3))


@st.composite
def conditions(draw: st.DrawFn, depth: int = 2, names: tuple[str, ...] = NAMES) -> Condition:
    kind = draw(st.integers(0, 6 if depth else 2))
    match kind:
        case 0 | 1 | 2:
            relation: Callable[[Term], Condition] = (le, eq, ne)[kind]
            return relation(draw(terms(max(depth - 1, 0), names)))
        case 3:
            return conjunction((draw(conditions(depth - 1, names)), draw(conditions(depth - 1, names))))
        case 4:
            return disjunction((draw(conditions(depth - 1, names)), draw(conditions(depth - 1, names))))
        case 5:
            return negate(draw(conditions(depth - 1, names)))
        case _:
            count, test = draw(counts(names)), draw(conditions(depth - 1, (*names, "k")))
            name = opened_name(count, test)
            test = Substitution({"k": symbol(name)}).condition(test)
            return quantified(draw(st.sampled_from((Is.FORALL, Is.EXISTS))), name, test, count)


values = st.fixed_dictionaries({name: st.integers(-3, 5) for name in NAMES})


def meaning(symbols: dict[str, int]) -> Assignment:
    return Assignment(symbols, content)


@given(st.integers(0, 6), st.integers(-6, 9))
def test_faulhaber(exponent: int, n: int) -> None:
    expected = sum(k**exponent for k in range(n)) - sum(k**exponent for k in range(n, 0))
    assert meaning({"n": n}).term(power_sum(exponent, symbol("n"))) == expected


@settings(max_examples=120)
@given(terms(names=("n", "k")), st.integers(-5, 6), st.integers(-3, 4))
def test_sum_has_the_value_of_its_addends(body: Term, count: int, n: int) -> None:
    name = opened_name(body)
    whole = sum_over(name, Substitution({"k": symbol(name)})(body), symbol("count"))
    at = [meaning({"n": n, "k": k}).term(body) for k in range(min(count, 0), max(count, 0))]
    assert meaning({"n": n, "count": count}).term(whole) == (sum(at) if count >= 0 else -sum(at))


@settings(max_examples=120)
@given(terms(), terms(depth=2), terms(depth=2), values)
def test_substitution_captures_nothing(term: Term, one: Term, two: Term, symbols: dict[str, int]) -> None:
    """All at once, and under binders as well."""
    here = meaning(symbols)
    there = meaning({**symbols, "n": here.term(one), "m": here.term(two)})
    assert here.term(Substitution({"n": one, "m": two})(term)) == there.term(term)


@settings(max_examples=120)
@given(terms(), terms(depth=2, names=("n", index_name(0))), values)
def test_function_is_substituted_for_cells(term: Term, body: Term, symbols: dict[str, int]) -> None:
    def replaced(name: str, args: tuple[int, ...]) -> int:
        return content(name, args) if name != "a" else meaning({**symbols, index_name(0): args[0]}).term(body)

    new = Substitution({}, {"a": Function(1, body)})(term)
    wanted = Assignment(symbols, replaced)
    # The ranges of cells are part of the term; only bodies within them may go in.
    assume(all(LOW <= replaced("a", (index,)) <= HIGH for index in range(-40, 40)))
    assert meaning(symbols).term(new) == wanted.term(term)


@settings(max_examples=120)
@given(conditions(), values)
def test_negation_and_normal_forms(condition: Condition, symbols: dict[str, int]) -> None:
    here = meaning(symbols)
    assert here.condition(negate(condition)) is not here.condition(condition)


@settings(max_examples=120)
@given(terms(), values)
def test_opening_and_closing_are_inverse(term: Term, symbols: dict[str, int]) -> None:
    for atom in term.atoms():
        if atom.kind in (Kind.SUM, Kind.MAX, Kind.FIRST, Kind.LAST):
            assert close(reopen(atom.args[0], f"#{atom.opened}"), f"#{atom.opened}") == atom.args[0]


@settings(max_examples=120)
@given(terms(depth=2), st.sampled_from((-4, -3, -2, 2, 3, 6)), values)
def test_exact_quotients(term: Term, divisor: int, symbols: dict[str, int]) -> None:
    whole = exact_quotient(term, const(divisor))
    if whole is not None:
        assert meaning(symbols).term(whole) * divisor == meaning(symbols).term(term)


@given(st.integers(-50, 50), st.integers(-9, 9).filter(bool))
def test_division_truncates(left: int, right: int) -> None:
    quotient_, rest = divide(const(left), const(right)).value, modulo(const(left), const(right)).value
    assert quotient_ == int(left / right) and rest == left - int(left / right) * right


@settings(max_examples=120)
@given(terms(), values)
def test_wrapping_commutes_with_sums_and_products(term: Term, symbols: dict[str, int]) -> None:
    here = meaning(symbols)
    assert (here.term(reduce(term, 8)) - here.term(term)) % 8 == 0
    wrapped = here.term(wrap(term, -4, 3))
    assert -4 <= wrapped <= 3 and (wrapped - here.term(term)) % 8 == 0


@given(
    st.integers(-20, 20),
    st.integers(0, 20),
    st.integers(-3, 18),
    st.sampled_from((0, -8)),
    st.sampled_from((-2, -1, 1, 3)),
)
def test_unsigned_comparison_is_a_range_test(start: int, more: int, number: int, low: int, slope: int) -> None:
    x = symbol("x", start, start + more)
    wrapped = wrap(x * slope, low, low + 15)
    for test in (le(wrapped, number), le(const(number), wrapped), ne(wrapped, number)):
        for value in range(start, start + more + 1):
            here = meaning({"x": value})
            assert here.condition(unwrap_comparison(test)) == here.condition(test)


def test_digit_test_is_a_range_unless_other_numbers_wrap() -> None:
    for low, high, is_one in ((-128, 127, True), (-198, 303, True), (-199, 303, False), (-198, 304, False)):
        c = symbol("c", low, high)
        test = le(wrap(c - 48, 0, 255), 9)
        inside = conjunction((le(const(48), c), le(c, 57)))
        assert unwrap_comparison(test) == (inside if is_one else test)
        assert unwrap_comparison(negate(test)) == (negate(inside) if is_one else negate(test))


@settings(max_examples=120)
@given(terms(), values)
def test_intervals_contain_the_value(term: Term, symbols: dict[str, int]) -> None:
    low, high = interval(term)
    value = meaning(symbols).term(term)
    assert (low is None or low <= value) and (high is None or value <= high)


@given(st.sampled_from((-2, -1, 2, 3)), st.integers(-3, 6))
def test_axioms_of_powers(base: int, exponent: int) -> None:
    atom = power_of(base, symbol("n")).atom
    assert atom is not None
    assert all(meaning({"n": exponent}).condition(axiom) for axiom in axioms(atom))


def holds(axiom: Condition, symbols: dict[str, int]) -> bool:
    """Is there a value for each symbol that the axiom introduces with which it holds?"""
    new = sorted(axiom.names - set(symbols) - {"a"})
    if not new:
        return meaning(symbols).condition(axiom)
    return any(holds(axiom, {**symbols, new[0]: value}) for value in range(-12, 13))


@settings(max_examples=120)
@given(terms(depth=2), values)
def test_axioms_are_true(term: Term, symbols: dict[str, int]) -> None:
    for atom in dict.fromkeys(walk(term)):
        args = [arg for arg in atom.args if isinstance(arg, Term) and not arg.dangling]
        if not atom.dangling and all(abs(meaning(symbols).term(arg)) < 60 for arg in args):
            assert all(holds(axiom, symbols) for axiom in axioms(atom)), atom
    if is_fraction(term):
        whole, definition = quotient(term)
        name = next(iter(whole.names))
        assert meaning({**symbols, name: meaning(symbols).term(term)}).condition(definition)


def test_no_instances_are_made_when_the_time_is_over() -> None:
    k = symbol("k")
    said = quantified(Is.FORALL, "k", le(call("a", (k,)), const(3)), symbol("n") + 1)
    formulas = (said, le(const(4), call("a", (symbol("n"),))))
    assert instances(formulas, 1, 60, definitions=False)
    assert not instances(formulas, 1, 60, definitions=False, until=0.0)


@settings(max_examples=120)
@given(conditions(), values)
def test_instances_are_true(condition: Condition, symbols: dict[str, int]) -> None:
    """All of them together, for some index where something exists."""
    added = instances((condition,), 2, 60, definitions=True)
    new = sorted({name for instance in added for name in instance.names} - set(symbols) - {"a"})
    assume(len(new) <= 3)

    def satisfied(left: list[str], known: dict[str, int]) -> bool:
        if left:
            return any(satisfied(left[1:], {**known, left[0]: k}) for k in range(-6, 9))
        return all(meaning(known).condition(instance) for instance in added)

    assert satisfied(new, dict(symbols))


def arbitrary(symbols: dict[str, int], draw: Random) -> Assignment:
    """Cells with any content."""
    table = dict[tuple[int, ...], int]()
    return Assignment(symbols, lambda _, args: table.setdefault(args, draw.randint(LOW, HIGH)))


@st.composite
def cells(draw: st.DrawFn, index: Term) -> Term:
    return call("a", [index * draw(st.sampled_from((1, 1, 1, -1, 2))) + draw(st.integers(-2, 2))], LOW, HIGH)


@st.composite
def aggregates(draw: st.DrawFn) -> Term:
    """Sums, extremes and searches of the kind that loops make: polynomials of the index where a cell passes a test."""
    k = symbol("#0")
    relation = draw(st.sampled_from((le, eq, ne)))
    tests = [relation(draw(cells(k)) - draw(st.sampled_from((const(0), const(1), k, symbol("n")))))]
    if draw(st.booleans()):
        tests.append(draw(st.sampled_from((le, eq, ne)))(k - draw(st.integers(-1, 4))))
    factors = draw(st.lists(st.sampled_from((k, k - 1, k - 2, symbol("n"), const(-2), const(3))), max_size=3))
    value = draw(st.sampled_from((const(1), draw(cells(k)))))
    for factor in factors:
        value = value * factor
    body = ite(conjunction(tests), value, const(draw(st.integers(-1, 1))))
    count = symbol(draw(st.sampled_from(("m", "p")))) + draw(st.integers(-1, 3))
    match draw(st.integers(0, 5)):
        case 0:
            return largest("#0", body, const(draw(st.integers(-2, 2))), count)
        case 1:
            return first("#0", conjunction(tests), count)
        case 2:
            return last_index("#0", conjunction(tests), count)
        case _:
            return sum_over("#0", body, count)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Condition, ...]:
    """Conditions on aggregates and single cells, for which definitions of the aggregates are instantiated."""
    total_ = draw(aggregates()) - draw(st.one_of(aggregates(), st.integers(-2, 2).map(const)))
    index = draw(st.sampled_from((const(0), const(2), symbol("n"), symbol("m"))))
    said = [draw(st.sampled_from((le, eq, ne)))(total_)]
    said.append(draw(st.sampled_from((le, eq, ne)))(draw(cells(index)) - draw(st.integers(-2, 2))))
    return tuple(one for one in said if one.kind not in (Is.TRUE, Is.FALSE))


@pytest.mark.long
@settings(max_examples=80)
@given(questions(), values, st.integers(0, 10**6))
def test_definitions_of_aggregates_are_true(said: tuple[Condition, ...], symbols: dict[str, int], seed: int) -> None:
    """Facts about sums and cells for the solver, for all kinds of contents, including polynomials of the index."""

    here = arbitrary(symbols, Random(seed))
    told = instances(said, 2, 80, definitions=True)
    told += tuple(axiom for one in (*said, *told) for atom in walk(one) if not atom.dangling for axiom in axioms(atom))
    known = [one for one in dict.fromkeys(told) if not one.names - {*symbols, "a"}]
    assert all(here.condition(one) for one in known)


@settings(max_examples=60)
@given(cells(symbol("#0") * 2 + symbol("#1")), st.tuples(*[st.integers(-4, 4)] * 2), values, st.booleans())
def test_extremes_with_another_least(
    body: Term, least: tuple[int, int], symbols: dict[str, int], nested: bool
) -> None:
    """Extremes of the same terms, and extremes of such extremes."""
    lows = [symbol(name) + n for name, n in zip(("n", "p"), least, strict=True)]
    found = [largest("#0", body, low, symbol("m")) for low in lows]
    if nested:
        found = [largest("#1", one, low, symbol("m") + 1) for one, low in zip(found, lows, strict=True)]
    said = le(found[0], found[1])
    here = arbitrary(symbols, Random(0))
    told = instances((said,), 1, 80, definitions=True)
    known = [one for one in told if not one.names - {*symbols, "a", "#1"}]
    assert all(replace(here, symbols={**symbols, "#1": 2}).condition(one) for one in known)
    smaller = le(lows[0], lows[1])
    assert Entailment(5.0).proves((smaller,), eq(found[1], ite(le(found[0], lows[1]), lows[1], found[0])))


@pytest.mark.long
@settings(max_examples=30)
@given(questions(), st.integers(0, 10**6))
def test_proofs_about_aggregates_are_correct(said: tuple[Condition, ...], seed: int) -> None:
    """Simplified and proved conditions agree in every state in which the facts hold."""
    draw = Random(seed)
    goal, facts = said[0], (*said[1:], *(between(LOW, symbol(name), 6) for name in NAMES))
    entailment = Entailment(5.0)
    simpler = Simplifier(entailment).condition(goal, facts)
    proved, refuted = (entailment.proves(facts, one) for one in (goal, negate(goal)))
    for _ in range(40):
        here = arbitrary({name: draw.randint(LOW, 5) for name in NAMES}, draw)
        if all(map(here.condition, facts)):
            holds = here.condition(goal)
            assert here.condition(simpler) is holds and not (refuted if holds else proved)


@settings(max_examples=120)
@given(terms(), conditions(depth=1), values)
def test_simplified_terms_are_equal_under_the_facts(term: Term, fact: Condition, symbols: dict[str, int]) -> None:
    here = meaning(symbols)
    assume(here.condition(fact))
    facts = (fact, *(between(LOW, symbol(name), 6) for name in NAMES))
    assert here.term(Simplifier(Entailment(5.0)).term(term, facts)) == here.term(term)


@settings(max_examples=120)
@given(conditions(), conditions(depth=1), values)
def test_entailment_is_correct(goal: Condition, fact: Condition, symbols: dict[str, int]) -> None:
    here = meaning(symbols)
    assume(here.condition(fact) and not here.condition(goal))
    assert not Entailment(5.0).proves((fact,), goal)


@settings(max_examples=120)
@given(terms(depth=2, names=("n", "k")), conditions(depth=1), values)
def test_bounds_of_sums_are_true(body: Term, fact: Condition, symbols: dict[str, int]) -> None:
    here = meaning(symbols)
    assume(here.condition(fact))
    name = opened_name(body)
    goal = le(sum_over(name, Substitution({"k": symbol(name)})(body), symbol("m")))
    found = sum_bounds((fact,), goal, Simplifier(Entailment(5.0)))
    assert all(here.condition(bound) for bound in found)


@settings(max_examples=120)
@given(terms(depth=1, names=("n", "k")), st.integers(-2, 2), conditions(depth=1), values)
def test_bounds_of_parts_of_sums_are_true(body: Term, factor: int, fact: Condition, symbols: dict[str, int]) -> None:
    """Also where a bound is negative: the sum up to it is what is missing up to 0, with its sign changed."""
    here = meaning(symbols)
    assume(here.condition(fact))
    name = opened_name(body)
    up_to = [sum_over(name, Substitution({"k": symbol(name)})(body), symbol(count)) for count in ("m", "p")]
    goal = le(ite(fact, up_to[0], const(0)) * symbol("n"), up_to[1] * factor + symbol("p"))
    found = sum_bounds((fact,), goal, Simplifier(Entailment(5.0)))
    assert all(here.condition(bound) for bound in found)


def test_parts_of_sums_and_inputs_are_bounds() -> None:
    """The sum between two counts, of cells that are nonnegative and at most an input."""
    cell, limit = call("a", [symbol("k")], 0), symbol("n")
    sums = [sum_over("k", ite(le(cell, limit), cell, limit), symbol(count)) for count in ("m", "p")]
    found = sum_bounds((le(const(0), limit),), le(sums[1] - sums[0], limit), Simplifier(Entailment(5.0)))
    ordered = (le(symbol("m"), symbol("p")), le(const(0), limit), *found)
    assert Entailment(5.0).proves(ordered, le(sums[0], sums[1]))
    grown = sums[1] - sums[0] - (symbol("p") - symbol("m")) * limit
    assert Entailment(5.0).proves(ordered, le(grown, const(0)))
    assert not Entailment(5.0).proves(found, le(sums[0], sums[1]))


def test_extremes_of_other_cells_do_not_bound_a_sum() -> None:
    """The largest cell of an array bounds the sum of its cells, not that of another one."""
    many = symbol("n", 1)
    most = largest("k", call("b", [symbol("k")]), const(0), many)
    for name, bounded in (("b", True), ("a", False)):
        goal = le(sum_over("k", call(name, [symbol("k")]), many), most * many)
        found = sum_bounds((), goal, Simplifier(Entailment(5.0)))
        assert Entailment(5.0).proves(found, goal) is bounded


def test_cases_that_agree_at_the_edge_of_a_range_are_one() -> None:
    """`t >= 1 ? t : 0` is t for what is never negative, whichever side has the edge; else it is a case."""
    simplifier = Simplifier(Entailment())
    t, x = symbol("~t1", 0), symbol("x")
    for number, merged in ((t, True), (x, False)):
        for case in (ite(le(const(1), number), number, const(0)), ite(le(number, const(0)), const(0), number)):
            assert (simplifier.term(case, ()) == number) is merged
    other = ite(le(const(1), t), t + 1, const(0))
    assert simplifier.term(other, ()) == other


@given(st.integers(2, 3), st.lists(st.sampled_from(NAMES), min_size=3, max_size=3), terms(depth=2), values)
def test_sums_by_remainder_are_the_whole_sum(
    distance: int, counts: list[str], factor: Term, symbols: dict[str, int]
) -> None:
    """Whatever the counts are: where they leave gaps, the condition of the instance is not met."""
    bodies = [(call("a", [symbol("k") * distance + r]) + symbol("k")) * factor for r in range(distance)]
    sums = [sum_over("k", body, symbol(n)) for body, n in zip(bodies, counts, strict=False)]
    said = list(interleaved([atom for one in sums for atom in one.atoms()]))
    assume(said)
    assert all(meaning(symbols).condition(condition) for condition in said)


@given(st.integers(1, 3), st.integers(1, 3), terms(depth=1), terms(depth=1), conditions(depth=1), values)
def test_cases_of_whole_numbers_are_whole(
    one: int, two: int, here: Term, there: Term, test: Condition, symbols: dict[str, int]
) -> None:
    """A common part of polynomials with fractions is moved out of a case only if integers remain."""
    sums = [power_sum(exponent, symbol("n")) for exponent in (one, two)]
    then, other = sums[0] + here, sums[0] + sums[1] + there
    case = ite(test, then, other)
    assert meaning(symbols).term(case) == meaning(symbols).term(then if meaning(symbols).condition(test) else other)
    for atom in walk(case):
        if atom.kind is Kind.ITE and not atom.dangling:
            assert all(meaning(symbols).term(arg).denominator == 1 for arg in atom.args if isinstance(arg, Term))


@given(st.integers(0, 30), st.integers(-10, 10))
def test_sums_with_some_steps_more(count: int, more: int) -> None:
    sums = [sum_over("k", call("a", [symbol("k")]), const(100 + n)) for n in (count, count + more)]
    said = instances((le(sums[0], sums[1]),), 1, 60, definitions=True)
    assert all(meaning({}).condition(condition) for condition in said)
    steps = total(call("a", [const(100 + n)]) for n in range(count, count + more))
    assert Entailment().proves((), eq(sums[1], sums[0] + steps)) is (0 <= more <= 8)


def test_the_sum_over_all_remainders_is_found() -> None:
    sums = [sum_over("k", call("a", [symbol("k") * 2 + r]), symbol("n") - r) for r in range(2)]
    (said,) = interleaved([atom for one in sums for atom in one.atoms()])
    whole = sum_over("k", call("a", [symbol("k")]), symbol("n") * 2 - 1)
    entailment = Entailment()
    assert entailment.proves((said, le(const(1), symbol("n"))), eq(sums[0] + sums[1], whole))


@settings(max_examples=100)
@given(terms(depth=1, names=("n", "k", "l")), terms(depth=2, names=("n", "l")), values)
def test_sums_over_classes_are_exchanged(factor: Term, chosen: Term, symbols: dict[str, int]) -> None:
    summand = ite(eq(symbol("k"), chosen), factor, const(0))
    nested = sum_over("k", sum_over("l", summand, symbol("m")), symbol("p"))
    facts = tuple(between(0, symbol(name), HIGH + 1) for name in ("m", "p"))
    here = meaning(symbols)
    assume(all(here.condition(fact) for fact in facts))
    assert here.term(Simplifier(Entailment(5.0)).term(nested, facts)) == here.term(nested)


def test_binders_are_functions_of_their_free_symbols() -> None:
    entailment = Entailment(5.0)
    n, m, p = (symbol(name) for name in NAMES)

    def rows(first: Term, second: Term) -> Term:
        return sum_over("k", call("a", [first, symbol("k")]) + call("b", [second, symbol("k")]), symbol("limit"))

    assert entailment.proves((eq(n, m),), eq(rows(n, p), rows(m, p)))
    assert entailment.proves((eq(n, m), eq(m, p)), eq(rows(n, m), rows(p, n)))
    assert not entailment.proves((), eq(rows(n, p), rows(m, p)))
    assert not entailment.proves((), eq(rows(n, p), rows(p, n)))


def test_terms_with_more_symbols_than_parameters_are_distinct() -> None:
    def over(*names: str) -> Term:
        cells = (call(f"a{i}", [symbol(name), symbol("k")]) for i, name in enumerate(names))
        return sum_over("k", total(cells), symbol("n"))

    entailment = Entailment(5.0)
    assert not entailment.proves((), eq(over("a", "b", "c", "d", "e"), over("a", "b", "c", "d", "f")))


def test_sums_of_sums_have_the_bounds_of_their_addends() -> None:
    cell = call("a", [symbol("k"), symbol("l")], 0, 100)
    small = modulo(cell, const(10))
    all_rows = sum_over("k", sum_over("l", small, const(20)), const(30))
    found = sum_bounds((), le(all_rows, 5400), Simplifier(Entailment(5.0)))
    assert le(all_rows, 5400) in found
    assert le(all_rows, 5399) not in found


def test_unsuccessful_search_yields_a_fact_for_every_index() -> None:
    positive = le(const(1), call("a", [symbol("k")]))
    n = symbol("n")
    assert unsuccessful_search(le(n, first("k", positive, n))) == quantified(Is.FORALL, "k", negate(positive), n)
    for other in (le(n - 1, first("k", positive, n)), le(n, n * 2), le(first("k", positive, n), n)):
        assert unsuccessful_search(other) == other


@given(cells(symbol("#0")), terms(2), st.booleans(), st.integers(-2, 6), values)
def test_search_for_one_index_tests_that_index(
    cell: Term, place: Term, forward: bool, count: int, symbols: dict[str, int]
) -> None:
    here, name = meaning(symbols), opened_name(cell, place)
    k, there = symbol(name), Substitution({"#0": symbol(name)})
    condition = conjunction((eq(k - place), le(there(cell), 1)))
    found = [n for n in range(count) if replace(here, symbols={**symbols, name: n}).condition(condition)]
    term = (first if forward else last_index)(name, condition, const(count))
    assert here.term(term) == (found[0] if found else max(count, 0) if forward else -1)


def test_a_search_for_one_index_is_a_case() -> None:
    place, count = symbol("n", 0), symbol("m", 0)
    assert Simplifier(Entailment()).term(
        last_index("k", eq(symbol("k") - place), count), (le(place + 1, count),)
    ) == place


def test_index_excluded_for_all_earlier_ones_is_an_upper_bound() -> None:
    """A text that ends at index 999 at the latest: stated as a condition, not a case, and with wrapping indices."""
    t, entailment = symbol("t", 0), Entailment()
    for index in (symbol("k"), wrap(symbol("k"), -(2**31), 2**31 - 1)):
        letter = ne(call("text", [index]), const(0))
        before = quantified(Is.FORALL, "k", conjunction((letter, ne(index, const(999)))), t)
        assert entailment.follows((before,), le(t, 999))
        assert not entailment.follows((before,), le(t, 998))


def test_cells_are_looked_up_where_indices_wrap() -> None:
    n, found = symbol("n", 0), Entailment()
    index = wrap(symbol("k"), -(2**31), 2**31 - 1)
    before = quantified(Is.FORALL, "k", ne(call("text", [index]), const(0)), n)
    facts = (before, le(n, 1000), between(0, symbol("j"), n))
    assert found.follows(facts, ne(call("text", [n - 1 - symbol("j")]), const(0)))
    assert not found.follows(facts, ne(call("text", [n - symbol("j")]), const(0)))


@settings(max_examples=120)
@given(terms(depth=1), terms(depth=1), terms(depth=1), conditions(depth=1), values)
def test_remainders_of_neighbours_are_compared_correctly(
    one: Term, two: Term, size: Term, fact: Condition, symbols: dict[str, int]
) -> None:
    here = meaning(symbols)
    assume(here.condition(fact) and here.term(size) != 0)
    near = between(-here.term(size), one - two, here.term(size) + 1)
    assume(here.condition(near))
    facts = (fact, between(const(1) - size, one - two, size) if abs(here.term(one - two)) < here.term(size) else near)
    goal = eq(modulo(one, size), modulo(two, size))
    assert here.condition(Simplifier(Entailment(5.0)).condition(goal, facts)) is here.condition(goal)


def test_remainders_of_numbers_less_than_the_divisor_apart_are_equal_if_these_are() -> None:
    n, m, p = map(symbol, NAMES)
    facts = (between(0, m, n), between(0, p, n))
    goal = eq(modulo(m + 7, n), modulo(p + 7, n))
    simplifier = Simplifier(Entailment(5.0))
    assert simplifier.condition(goal, facts) == eq(m, p)
    assert simplifier.condition(negate(goal), facts) == ne(m, p)
    once_round = (between(0, m, n + 1), between(0, p, n + 1))
    assert simplifier.condition(goal, once_round) != eq(m, p)


@settings(max_examples=100)
@given(
    st.sampled_from((eq, le, lambda term: le(-term))),
    st.integers(2, 12),
    st.integers(-3, 12),
    st.integers(-6, 6),
    terms(depth=1),
    terms(depth=2, names=("n", "k")),
    conditions(depth=1, names=("n", "k")),
    values,
)
def test_sums_over_one_remainder_class_are_simplified(
    relation: Callable[[Term], Condition],
    size: int,
    wanted: int,
    factor: int,
    offset: Term,
    then: Term,
    beside: Condition,
    symbols: dict[str, int],
) -> None:
    """For every remainder, and for dividends that may or may not be negative."""
    test = relation(modulo(symbol("k") * factor + offset, const(size)) - wanted)
    whole = sum_over("k", ite(conjunction((test, beside)), then, symbol("k")), symbol("m") * 5)
    here, least = meaning(symbols), between(0, symbol("m"), HIGH + 1)
    assume(here.condition(least))
    positive = factor >= 0 and here.term(offset) >= 0
    for facts in ((least,), (least, le(const(0), offset)) if positive else (least,)):
        assert here.term(Simplifier(Entailment(5.0)).term(whole, facts)) == here.term(whole)


COUNTED = [(1, 0, 0), (10, 30, 0), (3, 1, 7), (10, 5, 0), (-1, 100000, 3)]


@pytest.mark.parametrize(("factor", "offset", "wanted"), COUNTED)
def test_terms_added_at_one_remainder_are_counted(factor: int, offset: int, wanted: int) -> None:
    divided = symbol("k") * factor + offset
    count = sum_over("k", ite(eq(modulo(divided, const(100)), const(wanted)), const(1), const(0)), const(1000))
    number = sum((k * factor + offset) % 100 == wanted for k in range(1000))
    assert Simplifier(Entailment(5.0)).term(count, ()) == const(number)


def test_single_residue_class_is_not_divided_again() -> None:
    for factor, classes in ((50, [(2, 1)]), (100, []), (300, [])):
        test = eq(modulo(symbol("k") * factor + 50, const(100)), const(0 if factor == 50 else 50))
        found = [one for _, one in added_in_classes("k", ite(test, const(1), const(0)))]
        assert [(one.size, one.residue) for one in found] == classes


def test_the_last_remainder_is_one_as_well() -> None:
    last = le(const(99), modulo(symbol("k"), const(100)))
    for test, number in ((last, 10), (negate(last), 990)):
        count = sum_over("k", ite(test, const(1), const(0)), const(1000))
        assert Simplifier(Entailment(5.0)).term(count, ()) == const(number)


@settings(max_examples=150)
@given(st.sampled_from((first, last_index)), conditions(depth=2, names=("n", "k")), conditions(depth=1), values)
def test_search_satisfied_at_its_first_index_is_simplified(
    search: Callable[[str, Condition, Term], Term], wanted: Condition, fact: Condition, symbols: dict[str, int]
) -> None:
    here = meaning(symbols)
    assume(here.condition(fact))
    for count in (symbol("m"), symbol("n") + 2):
        whole = search("k", wanted, count)
        begin = const(0) if search is first else count - 1
        there = conjunction((le(const(1), count), Substitution({"k": begin}).condition(wanted)))
        for facts in ((fact,), (fact, there)) if here.condition(there) else ((fact,),):
            assert here.term(Simplifier(Entailment(5.0)).term(whole, facts)) == here.term(whole)


def test_last_write_to_a_ring_cell_is_the_latest_index() -> None:
    n, size = symbol("n"), const(128)
    found = last_index("k", eq(modulo(symbol("k"), size), modulo(n - 1, size)), n)
    simplifier = Simplifier(Entailment(5.0))
    assert simplifier.term(found, (le(const(1), n),)) == n - 1
    assert simplifier.term(found, ()) != n - 1
