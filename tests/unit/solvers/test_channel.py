"""Test channels between processes: objects arrive whole and unchanged, or not at all."""

import threading

import pytest

from veriabs.solvers.channel import channel


def test_objects_come_in_their_order() -> None:
    receiver, sender = channel()
    for message in ("text", (1, 2.5), None, b""):
        sender.send(message)
    assert [receiver.receive() for _ in range(4)] == ["text", (1, 2.5), None, b""]
    receiver.close()
    sender.close()


def test_object_larger_than_a_pipe_is_received_while_sent() -> None:
    receiver, sender = channel()
    large = bytes(range(256)) * 20_000
    thread = threading.Thread(target=sender.send, args=(large,))
    thread.start()
    assert receiver.receive() == large
    thread.join()
    receiver.close()
    sender.close()


def test_closed_sender_is_reported_as_the_end() -> None:
    receiver, sender = channel()
    assert not receiver.has_more(0.0)
    sender.send(1)
    sender.close()
    assert receiver.has_more(1e9)
    assert receiver.receive() == 1
    assert receiver.has_more(1e9)
    with pytest.raises(EOFError):
        receiver.receive()
    receiver.close()


def test_send_to_a_closed_receiver_fails() -> None:
    receiver, sender = channel()
    receiver.close()
    with pytest.raises(BrokenPipeError):
        sender.send(1)
    sender.close()


def test_an_object_that_cannot_be_sent_leaves_the_channel_empty() -> None:
    receiver, sender = channel()
    with pytest.raises((AttributeError, TypeError, ValueError)):
        sender.send(lambda: 0)
    sender.send("next")
    assert receiver.receive() == "next"
    receiver.close()
    sender.close()
