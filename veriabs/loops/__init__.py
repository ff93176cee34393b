"""Program -> LoopModel: every loop with its counters, trip count, accesses, dependences and property clauses."""
