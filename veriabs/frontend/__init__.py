"""The front end: parse one C file and turn it into a `Program` of the core language, or an `InstrumentedProgram`.

In: a `Task` (file, data model, entry, requested checks). Out: the program, with conditions of any proof about it.
`preprocess` runs gcc and removes GNU decoration; `parse` calls pycparser. `contract` reads contracts, `harness` writes
a `main` for a function. `lower` makes the core program, `instrument` the one to run, `slicing` slices of it. Begin with
`program.load_program`, then `preprocess` and `lower.lower`.
"""
