"""The command line: parses arguments, runs a command, and returns its exit code.

In: the arguments. Out: text on standard output and error, files, and an exit code. `parser` and `arguments` define the
commands, `app` runs them, `analysis` runs commands about one task in child processes, `commands` those about many
tasks, `service_commands` those about the service, `terminal` prints. Begin reading with `app.py`, then `analysis.py`.
"""
