"""Runs one verification: strategies for proofs, the search for a counterexample, and the verdict.

In: a task and its options. Out: a report, and events on the way. `engine` is the pipeline; `prove` and `portfolio` run
strategies on each assertion; `refute` searches for counterexamples; `knowledge` computes facts that all strategies
share; `goals` records the results. Begin reading with `api.py`, then `engine.py`.
"""
