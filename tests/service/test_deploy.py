"""The files in `deploy/` fit the program and each other."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml
from container import CONTAINERFILE, ROOT, Image, build, clean_root, instructions
from served import MINIMUM
from starlette.testclient import TestClient

from veriabs.cli.parser import parser
from veriabs.service.app import application
from veriabs.service.context import Service
from veriabs.service.limits import Limits
from veriabs.service.store import Store

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "veriabs.service"


def manifest() -> dict[str, dict[str, Any]]:
    documents = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
    return {one["kind"]: one for one in documents}


def container() -> dict[str, Any]:
    (found,) = manifest()["Deployment"]["spec"]["template"]["spec"]["containers"]
    return dict(found)


def final() -> dict[str, tuple[str, ...]]:
    """The last stage of the container file, by instruction."""
    return {one.name: one.words for one in instructions(CONTAINERFILE.read_text()) if one.name != "RUN"}


# ------------------------------------------------------------------------------------------------------------- systemd


def unit(name: str) -> list[str]:
    lines = UNIT.read_text().splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


def test_unit_uses_valid_command_line_options() -> None:
    program, *words = unit("ExecStart")[0].split()
    assert program.endswith("/bin/veriabs")
    chosen = parser().parse_args(words)
    assert (chosen.verb, chosen.host, chosen.port) == ("serve", "127.0.0.1", 8420)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is installed")
def test_unit_is_valid_for_systemd_and_restricted(tmp_path: Path) -> None:
    text = UNIT.read_text().replace("/opt/veriabs/bin/veriabs", "/bin/true")
    (tmp_path / UNIT.name).write_text(text)
    read = subprocess.run(["systemd-analyze", "verify", tmp_path / UNIT.name], capture_output=True, text=True)
    assert (read.returncode, read.stderr) == (0, "")
    (tmp_path / UNIT.name).write_text(text.replace("KillMode=mixed", "KillMode=sometimes"))
    read = subprocess.run(["systemd-analyze", "verify", tmp_path / UNIT.name], capture_output=True, text=True)
    assert "kill mode" in read.stderr
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=50", str(UNIT)]
    assert subprocess.run(words, capture_output=True).returncode == 0


# ---------------------------------------------------------------------------------------------------------- kubernetes


def test_manifest_uses_valid_options_and_a_secret_database_address() -> None:
    chosen = parser().parse_args(container()["args"])
    assert (chosen.verb, chosen.host, chosen.workers) == ("serve", "0.0.0.0", 2)
    (variable,) = container()["env"]
    assert variable["name"] == "VERIABS_DB" and "secretKeyRef" in variable["valueFrom"]


def test_manifest_probes_existing_addresses(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'service.sqlite'}")
    service = Service(store, Limits(), frozenset({"localhost", "verify.example.org"}), True, None)
    with TestClient(application(service), "http://10.0.0.7") as client:
        for probe in ("readinessProbe", "livenessProbe"):
            asked = container()[probe]["httpGet"]
            headers = {one["name"]: one["value"] for one in asked["httpHeaders"]}
            assert client.get(asked["path"], headers=headers).status_code == 200
            assert client.get(asked["path"]).status_code == 421
    store.close()


def test_ports_and_users_of_all_files_are_the_same() -> None:
    (port,) = container()["ports"]
    (outside,) = manifest()["Service"]["spec"]["ports"]
    assert str(port["containerPort"]) == final()["EXPOSE"][0] == str(parser().parse_args(["serve"]).port)
    assert outside["targetPort"] == port["name"]
    pod = manifest()["Deployment"]["spec"]["template"]
    assert str(pod["spec"]["securityContext"]["runAsUser"]) == final()["USER"][0]
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    assert manifest()["Service"]["spec"]["selector"].items() <= pod["metadata"]["labels"].items()
    mounted = {one["name"]: one["mountPath"] for one in container()["volumeMounts"]}
    assert mounted["data"] == final()["VOLUME"][0]
    assert {one["name"] for one in pod["spec"]["volumes"]} == set(mounted)


# ----------------------------------------------------------------------------------------------------------- container


def test_container_copies_existing_files_and_uses_valid_options() -> None:
    copied = [one.words for one in instructions(CONTAINERFILE.read_text()) if one.name == "COPY"]
    sources = [source for words in copied if not words[0].startswith("--") for source in words[:-1]]
    assert len(sources) >= 6 and all((ROOT / source).exists() for source in sources)
    assert final()["ENTRYPOINT"] == ("veriabs",)
    chosen = parser().parse_args(final()["CMD"])
    assert chosen.verb == "serve" and chosen.db.startswith("sqlite:////data/")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The image of the container file."""
    bootstrap = os.environ.get("VERIABS_TEST_DEBOOTSTRAP", shutil.which("debootstrap") or "").split()
    if not bootstrap or shutil.which("buildah") is None or os.geteuid():
        pytest.skip("the image takes root, buildah and debootstrap")
    folder = tmp_path_factory.mktemp("container")
    clean = clean_root(Path(os.environ.get("VERIABS_TEST_CLEAN_ROOT", folder / "clean")), bootstrap)
    built = build(clean, folder)
    yield built
    built.remove()
    shutil.rmtree(folder, ignore_errors=True)


ASKED = """
import sys, veriabs.client as c
with c.Client("http://127.0.0.1:8437", sys.argv[1]) as client:
    print(client.wait(client.submit("minimum.c", sys.argv[2], options={"strategies": ["shrinking"]}).id).verdict)
"""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_image_is_built_and_serves_as_a_user_without_rights(image: Image) -> None:
    built = image.configuration()
    assert built["Entrypoint"] == list(final()["ENTRYPOINT"]) and built["Cmd"] == list(final()["CMD"])
    assert image.run("id", "-u").stdout.strip() == final()["USER"][0]
    assert image.run("touch", "/opt/veriabs/mine").returncode != 0
    token = image.run("veriabs", "token", "add", "anna", "--role", "admin", *final()["CMD"][3:]).stdout.strip()
    serving = subprocess.Popen(image.command(*final()["ENTRYPOINT"], *final()["CMD"], "--port", "8437"))
    try:
        healthy = [word.replace("8420", "8437") for word in built["Healthcheck"]["Test"][1:]]
        end = time.monotonic() + 60
        while image.run(*healthy).returncode and time.monotonic() < end:
            time.sleep(0.5)
        assert image.run(*healthy).returncode == 0
        said = image.run("python", "-c", ASKED, token, MINIMUM)
        assert said.stdout.strip() == "TRUE", said.stderr
        started = psutil.Process(serving.pid).children(recursive=True)
        inside = [one for one in started if one.uids().real == int(final()["USER"][0])]
        server = next(one for one in inside if one.cmdline()[0].endswith("/python"))
        inside.remove(server)
        server.terminate()
        assert serving.wait(30) == 0
        assert not any(one.is_running() for one in inside)
    finally:
        if serving.poll() is None:
            for one in psutil.Process(serving.pid).children(recursive=True):
                one.kill()
            serving.kill()
