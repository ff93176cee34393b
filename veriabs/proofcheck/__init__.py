"""Check certificates of TRUE verdicts independently of the provers.

In: a certificate (invariants and lemmas) and the lowered program. Out: ACCEPTED or REJECTED with a reason. The package
generates verification conditions, and z3 and cvc5 both have to prove each of them. Only the front end, `veriabs.core`
and this package are trusted; it imports no prover (docs/proofs.md). Begin with `check.check`, then `conditions`.
"""
