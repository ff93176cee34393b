"""Turns reports into output: console lines, JSON, HTML pages, SARIF, JUnit, witnesses and unit tests.

In: a `Report`, or the records of a batch. Out: text, and files that the caller names. No module prints. `console` and
`goals` make console lines, `json_report` the JSON report, `page` the HTML page of a batch, `summary` its numbers,
`places` finds lines and columns in the user's file. Begin reading with `console.py`, then `goals.py` and
`counterexample.py`.
"""
