"""Serves verification over HTTP: a durable queue of jobs, workers that decide them, an API and a web page.

In: programs, as requests. Out: reports and other files, and events while a job runs. `app` has the routes, `handlers`
and `batches` the endpoints, `queue` the claims of workers, `worker` decides jobs, `store` and `schema` are the
database, `server` starts everything. Begin reading with `app.py`, then `jobs.py` and `worker.py`.
"""
