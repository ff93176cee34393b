"""Shrinks loops (P-shrink): proves that a violation survives in k iterations, and checks k arbitrary ones.

In: the task of one assertion. Out: a proof for some k, and the shrink factors of its loops. `search` tries attempts for
k = 1, 2, ...; `attempts` chooses fusion groups and pairings; `fragments` fills the templates of harness and residual
program; `conditions` makes the side conditions, `lemmas` facts about earlier loops. Begin reading with `strategy.py`,
then `search.py` and `shape.py`.
"""
