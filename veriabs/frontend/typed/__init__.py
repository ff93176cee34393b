"""Give every expression of a program its C type, and every object its layout, before anything else reads it.

In: a syntax tree. Out: `TypedTree`, the type of each expression, declaration and type name. Begin with `tree.typed`;
`types` has the C types with their layout, `declarators` reads declarations, `expressions` types expressions.
"""
