"""Run CBMC and other outside programs: find, call, limit and supervise them, and parse their output.

In: the text of a generated program with the descriptions of its checks. Out: a `core.runs.Run` with an outcome.
`driver` races CBMC's back ends, `command` builds the command line, `output` parses the answer and trusts nothing.
`process` limits a process tree and kills it at the end; `turns` shares the processors; `supervise` enforces deadlines.
Begin with `driver.Driver.check`, then `output`.
"""
