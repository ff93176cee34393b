"""Function contracts: ACSL comments and CBMC's `__CPROVER_*` clauses.

In: a preprocessed text and the comments of its files. Out: the text without clauses, and for each function what it
requires and ensures, as syntax trees that `predicates` turns into C. Begin reading at `extraction.py`, then
`contract.py`; the grammar is `grammar.lark`.
"""
