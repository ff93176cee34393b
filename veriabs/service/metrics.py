"""Metrics for Prometheus: requests, jobs by state, workers; queue metrics are read on demand."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from veriabs.service import jobs
from veriabs.service.jobs import JobState
from veriabs.service.store import Store
from veriabs.service.stream import Feed
from veriabs.service.workers import Workers

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class _Queue(Collector):
    """Jobs by state from the database, the workers, and the watchers."""

    def __init__(self, store: Store, workers: Workers | None, feed: Feed) -> None:
        self._store, self._workers, self._feed = store, workers, feed

    def describe(self) -> Iterable[Metric]:
        """Empty, so that registration does not query the database."""
        return []

    def collect(self) -> Iterable[Metric]:
        with self._store.reading() as connection:
            counts = jobs.counts(connection)
        found = GaugeMetricFamily("veriabs_jobs", "Jobs by state.", labels=["state"])
        for state in JobState:
            found.add_metric([state.value], counts.get(state.value, 0))
        yield found
        yield GaugeMetricFamily("veriabs_streams", "Clients that watch a job.", self._feed.watching)
        if self._workers is not None:
            yield GaugeMetricFamily("veriabs_workers", "Workers that are alive.", self._workers.alive())
            ended = "Workers that ended without being told to."
            yield CounterMetricFamily("veriabs_worker_deaths", ended, self._workers.deaths)


class Metrics:
    """The counters of one server."""

    def __init__(self, store: Store, workers: Workers | None, feed: Feed) -> None:
        self._registry = CollectorRegistry()
        about = "Requests by endpoint and status."
        self._requests = Counter("veriabs_requests", about, ["endpoint", "status"], registry=self._registry)
        about = "Seconds until the answer began."
        self._seconds = Histogram(
            "veriabs_request_seconds", about, ["endpoint"], registry=self._registry, buckets=_BUCKETS
        )
        self._registry.register(_Queue(store, workers, feed))

    def request(self, endpoint: str, status: int, seconds: float) -> None:
        self._requests.labels(endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)
