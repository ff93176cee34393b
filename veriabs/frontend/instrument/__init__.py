"""Instrument the user's own program: make its inputs, errors and operands visible, without lowering.

In: a syntax tree. Out: an `InstrumentedProgram` as C text, which CBMC analyses (small unwindings) and replay compiles.
Inputs come from `veriabs_input(site)`, violations call `veriabs_violation(site)`, failing operations are reported with
their place. Begin with `instrument.Instrumenter`, then `marks` (checks) and `operands` (values in assertions).
"""
