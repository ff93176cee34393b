"""Lower a C syntax tree to the core language.

In: a parsed, preprocessed file with its task. Out: a `core.program.Program`: calls inlined, structs split into fields,
pointers resolved to places, requested checks inserted as assertions, unsupported constructs recorded as gaps. Lowering
repeats until it finds no new facts, such as that a pointer may be null or have several targets (`facts`). Begin with
`lower.lower`, then `context`, `places` and `expressions`.
"""
