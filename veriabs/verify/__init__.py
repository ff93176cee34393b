"""One verification under way: session, race of the strategies, proof, counterexample, verdict."""
