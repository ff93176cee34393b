"""Test that a server which accepts connections but is no Dask scheduler is reported as lost."""

from __future__ import annotations

import socket

import pytest

from veriabs.batch.cluster import ClusterLostError, connect

pytest.importorskip("distributed")


def test_silent_listener_is_reported_as_a_lost_scheduler() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(ClusterLostError):
        connect(f"tcp://127.0.0.1:{silent.getsockname()[1]}", 0.5)
