"""A language server: shows verdicts, loops and counterexamples in an editor.

In: the texts in the editor. Out: diagnostics, hints, hovers and code actions. `server` speaks the protocol, `runs`
starts veriabs commands as child processes, `findings` converts reports. Begin reading with `server.py`.
"""
