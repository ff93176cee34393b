"""Refute programs natively: compile a candidate counterexample, run it, and observe whether it reaches the error.

In: an `InstrumentedProgram` and candidate inputs. Out: a `Counterexample`, which only `confirm` creates; every FALSE
needs one. `search` tries many inputs with one compiled program; `input_simplification` reduces those of a violating
run; `confirm` repeats it with and without sanitizers. `input_hints` and `candidates` turn traces of failed proofs into
inputs; `history` records iterations for reports. Begin with `confirm.confirm`, then `search.InputSearch`.
"""
