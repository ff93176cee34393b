"""Slice whole C programs: value slices (Kumar, Sanyal, Khedker, TACAS 2015), backward slices (Weiser), thin slices.

In: a task or a preprocessed text, and a criterion (all assertions, or a line). Out: the slice as C text.
`units` and `expressions` compute effects, `pointsto` may-alias sets, `cfg` control-flow graphs; `relevance` (data) and
`paths` (control) compute the fixpoint for each of the `kinds`; `rewriting` and `printer` print it. Begin with `slice`.
"""
