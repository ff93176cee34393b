"""Data types and shared operations that every other package builds on.

The pipeline passes these types along, one module each: `source` (task, places) -> `program` (of `types`, `expressions`,
`statements`) -> `loop_model` -> `queries` -> `runs` -> `results`. `reasons` explain an UNKNOWN, `counterexample` a
FALSE. `ctree` walks and rebuilds programs, `typing_rules` types them, `ctext` prints them as C. `verdict` alone
concludes TRUE or FALSE. Begin with `statements`, then `queries`, then `verdict`.
"""
