"""Terms over the integers: sums, cases, searches and extremes; their normal form; entailment.

In: terms and conditions that symbolic execution builds with the constructors of this package. Out: simplified terms
(`simplify`), and answers whether facts imply a condition (`entail`, which asks z3). Every answer "yes" is a proof.
Begin with `terms` for the data types; `tests/unit/terms/meaning.py` defines their values, for the tests.
`conditions`, `division` and `rebuild` construct normal forms; `axioms`, `bounds` and `chains` add facts to queries.
"""
