"""Refute programs natively: compile a candidate counterexample, run it, and observe whether it reaches the error.

In: an `InstrumentedProgram` and candidate inputs. Out: a `Counterexample`, which only `confirm` creates; every FALSE
needs one. `search` tries many inputs with one compiled program; `simplest` reduces the inputs of a hit; `confirm`
repeats the run with and without sanitizers. `input_hints`, `visits` and `candidates` turn traces of failed proofs into
inputs; `history` records iterations for reports. Begin with `confirm.confirm`, then `search.InputSearch`.
"""
