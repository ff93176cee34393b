"""Finds candidates for scalar loops by search, and builds the k-induction program that proves them.

In: an `AssertionTask`. Out: candidates by loop, and k-induction queries. Candidates come from the text (`candidates`)
and from sample runs (`runs`, `relations`). `sample_filter` drops candidates that a sample run contradicts; `cut` builds
the query; `induct` runs the search. Begin reading with `induct.py`, then `cut.py` and `relations.py`.
"""
