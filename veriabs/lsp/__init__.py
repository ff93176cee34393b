"""A language server: verdicts, loops and counterexamples in the editor."""
