"""Encode programs of the core language as C text for CBMC.

In: statements of a (generated) program, with its scalars and arrays. Out: the context of the template
`templates/encode/parts.c.j2`, from which every generated program includes declarations, initial values and the body.
`cut` replaces a loop by arbitrary iterations; `spell` and `tables` map cells and tables to one-dimensional arrays.
Begin with `emit.frame`.
"""
