"""What every other part of the package stands on.

The data of the pipeline, a module each: `source` -> `program` (of `types`, `expressions` and `statements`) ->
`loop_model` -> `queries` -> `runs` -> `results`, with `reasons` for what stays open, `counterexample` for refutations
and `records` for batches. Beside it how programs are walked, typed and printed, and the one who concludes.
"""
