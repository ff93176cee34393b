"""Writes proved loop invariants into the user's file, and makes certificates and explanations from them.

In: a program of the core language and its task. Out: annotated source text, a certificate, or sentences.
`annotate.annotate` writes the text, `proof.certificate` makes certificates, `explain.explain` makes sentences.
`find.find` searches for the invariants; `proposals` gives it the candidates of `closed_form_candidates`, `counters` and
sample runs. Begin reading with `annotate.py`, then `find.py`.
"""
