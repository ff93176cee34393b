"""Decides many tasks: collects them, runs them in warm worker processes, and stores the results as they come.

In: names of files, folders and sets, and options. Out: rows in an SQLite file, with a report each. `tasks` finds the
tasks, `work` decides one, `pool` runs workers on this machine, `cluster` and `remote` on a Dask cluster, `results` is
the SQLite file. Begin reading with `run.py`, then `work.py` and `pool.py`.
"""
