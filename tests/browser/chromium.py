"""A headless Chromium, driven through its DevTools pipe: JSON messages, each followed by a zero byte.

No driver program is needed. Keys and clicks are real events, as those of a user.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
KEYS = {"Tab": 9, "Enter": 13, "Space": 32, "ArrowLeft": 37, "ArrowRight": 39}
PATIENCE = 30.0


def find() -> str | None:
    """The browser that VERIABS_TEST_BROWSER names, or one that is installed."""
    return os.environ.get("VERIABS_TEST_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def browser(program: str) -> Iterator[Browser]:
    """A separate browser with one page; it is ended, and everything it kept removed, at the end."""
    to_browser, from_browser = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"]
        # The pipes have to be the descriptors 3 and 4, and a shell is the plain way to say so.
        renumber = f"exec 5<&{to_browser[0]} 6>&{from_browser[1]} 3<&5 4>&6 5<&- 6>&-"
        words = [program, *options, f"--user-data-dir={folder}", "about:blank"]
        process = subprocess.Popen(
            ["bash", "-c", f'{renumber}; exec "$@"', "bash", *words],
            pass_fds=(to_browser[0], from_browser[1]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser[0])
        os.close(from_browser[1])
        try:
            yield Browser(to_browser[1], from_browser[0])
        finally:
            os.close(to_browser[1])
            os.close(from_browser[0])
            process.terminate()
            process.wait(PATIENCE)


class Browser:
    """One page; `complaints` are what its console was given of errors and warnings, and requests beyond `homes`."""

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read = write, read
        self._number = 0
        self._rest = b""
        self._loaded = False
        self._session = ""
        self.homes: tuple[str, ...] = ("file:", "data:", "blob:")
        self.complaints: list[str] = []
        pages = [one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        options = {"targetId": pages[0]["targetId"], "flatten": True}
        self._session = self.call("Target.attachToTarget", **options)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        session = {"sessionId": self._session} if self._session else {}
        os.write(self._write, json.dumps(message | session).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select.select([self._read], [], [], PATIENCE)[0], "the browser does not answer"
            part = os.read(self._read, 1 << 20)
            assert part, "the browser has ended"
            self._rest += part
        line, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(line)
        self._listen(message.get("method", ""), message.get("params", {}))
        return message

    def _listen(self, method: str, parameters: dict[str, Any]) -> None:
        match method:
            case "Page.loadEventFired":
                self._loaded = True
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(parameters["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(parameters["args"]))
            case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                self.complaints.append(parameters["entry"]["text"])
            case "Network.requestWillBeSent" if not parameters["request"]["url"].startswith(self.homes):
                self.complaints.append(f"asks for {parameters['request']['url']}")

    def open(self, path: Path | str) -> float:
        """Loads a file or an address; returns the seconds until all of it, scripts included, has run and is drawn."""
        self._loaded = False
        begun = time.perf_counter()
        self.call("Page.navigate", url=path if isinstance(path, str) else path.resolve().as_uri())
        while not self._loaded:
            self._message()
        # Taking the picture of a corner waits until the page is drawn, with scripts or without.
        corner = {"x": 0, "y": 0, "width": 8, "height": 8, "scale": 1}
        self.call("Page.captureScreenshot", clip=corner)
        return time.perf_counter() - begun

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, expression: str) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})"):
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.02)

    def press(self, key: str, *, control: bool = False) -> None:
        """Presses a key, one of KEYS, perhaps together with Ctrl."""
        text = {"Enter": "\r", "Space": " "}.get(key, "")
        code = {"key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        code["modifiers"] = 2 if control else 0
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **code)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def type(self, text: str) -> None:
        """Types into the focused element."""
        self.call("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        """Clicks in the middle of the first element that fits."""
        find_it = f"document.querySelector({json.dumps(selector)})"
        self.evaluate(f"{find_it}.scrollIntoView({{block: 'center'}})")
        box = self.evaluate(f"{find_it}.getBoundingClientRect().toJSON()")
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def look(self, width: int, height: int, scheme: str = "light", media: str = "") -> None:
        """Sets the size of the window, the colour scheme that the user prefers, and the medium."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call(
            "Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}]
        )

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Saves the visible part of the page, or the whole page, as PNG."""
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))
