"""A real server with real workers and a real CBMC: jobs from their text to their verdict, whatever dies meanwhile."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
import zipfile
from pathlib import Path

import httpx
import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families
from served import BUG, FACTORS, MINIMUM, PATIENCE, QUICK, Server, command, environment, serving

from veriabs.cli.parser import parser
from veriabs.client import Client, Job, ServiceError
from veriabs.solvers.driver import Cbmc

pytestmark = [pytest.mark.cbmc, pytest.mark.long]


def ended(client: Client, job: Job, seconds: float = 120.0) -> Job:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = client.job(job.id)
        except ServiceError:
            found = job
        if found.is_over:
            return found
        time.sleep(0.2)
    raise AssertionError("the job does not end")


def holders(server: Server) -> list[psutil.Process]:
    """The workers that have a job."""
    workers = psutil.Process(server.process.pid).children()
    return [one for one in workers if "worker.main" in " ".join(one.cmdline()) and one.children()]


def test_programs_are_decided(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        safe = client.submit("minimum.c", MINIMUM, options=QUICK)
        kinds = [event.kind for event in client.follow(safe.id)]
        assert kinds[0] == "claimed" and kinds[-1] == "end" and "bound_tried" in kinds
        safe = client.job(safe.id)
        assert (safe.state, safe.verdict, safe.k) == ("done", "TRUE", 1)
        names = {one.name for one in client.artefacts(safe.id)}
        assert {"report.json", "report.html", "loops.json", "programs/harness-k-1.c", "witness.yml"} <= names
        assert b"check_loop" in client.download(safe.id, "programs/harness-k-1.c")
        assert [one.shrink_factor for one in client.shrink_factors()] == [1]
        bug = client.wait(client.submit("bug.c", BUG, options={"timeout": 60}).id)
        assert (bug.state, bug.verdict) == ("done", "FALSE")
        assert b"42" in client.download(bug.id, "counterexample.c")
        bad = client.wait(client.submit("bad.c", "int main(void) {", options=QUICK).id)
        assert (bad.state, bad.reason_kind) == ("failed", "bad input")
        assert str(tmp_path) not in (bad.reason or "") and "/tmp" not in (bad.reason or "")


def test_archive_is_a_batch(tmp_path: Path, cbmc: Cbmc) -> None:
    packed = tmp_path / "src.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("src/safe.c", MINIMUM)
        archive.writestr("src/bug.c", BUG)
    with serving(tmp_path) as server, Client(server.url) as client:
        batch = client.submit_archive(packed, options={"timeout": 60})
        found = {job.name: client.wait(job.id).verdict for job in client.jobs(batch=batch["id"])}
        assert found == {"src/safe.c": "TRUE", "src/bug.c": "FALSE"}
        assert client.batch(batch["id"])["states"] == {"done": 2}


ALWAYS = {"report.json", "report.html", "report.sarif", "report.junit.xml", "console.txt", "loops.json", "slice.c"}


def test_every_artefact_has_an_address(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        safe = client.wait(client.submit("minimum.c", MINIMUM, command="both", options=QUICK).id)
        bug = client.wait(client.submit("bug.c", BUG, options={"timeout": 60}).id)
        found = {job.id: {one.name for one in client.artefacts(job.id)} for job in (safe, bug)}
        generated = {f"programs/{kind}-k-{k}.c" for kind in ("harness", "residual") for k in (1, 2, 3)}
        assert found[safe.id] >= ALWAYS | generated | {"witness.yml"}
        assert found[bug.id] >= ALWAYS | {"counterexample.c", "counterexample.json", "witness.yml"}
        for job, names in found.items():
            for name in names:
                assert client.download(job, name), name
        assert json.loads(client.download(bug.id, "report.sarif"))["runs"][0]["results"][0]["level"] == "error"
        assert b"check_iter_seq" in client.download(safe.id, "programs/residual-k-2.c")
        assert b"violation_sequence" in client.download(bug.id, "witness.yml")
        assert b"__VERIFIER_nondet_int" in client.download(bug.id, "slice.c")


def test_metrics_have_the_format_of_prometheus(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path, "--workers", "1") as server, Client(server.url) as client:
        client.wait(client.submit("minimum.c", MINIMUM, options=QUICK).id)
        families = {one.name: one for one in text_string_to_metric_families(httpx.get(f"{server.url}/metrics").text)}
        jobs = {sample.labels["state"]: sample.value for sample in families["veriabs_jobs"].samples}
        assert jobs["done"] == 1 and sum(jobs.values()) == 1
        assert [sample.value for sample in families["veriabs_workers"].samples] == [2]
        asked = [one for one in families["veriabs_requests"].samples if one.labels.get("status") == "202"]
        assert [one.value for one in asked if one.name.endswith("_total")] == [1]


def test_other_files_cannot_be_read(tmp_path: Path, cbmc: Cbmc) -> None:
    secret = tmp_path / "secret.h"
    secret.write_text("#error the-secret\n")
    with serving(tmp_path) as server, Client(server.url) as client:
        for name in (str(secret), "/etc/passwd", "../../../../../../etc/passwd"):
            job = client.wait(client.submit("a.c", f'#include "{name}"\nint main(void) {{}}\n', options=QUICK).id)
            told = f"{job.reason} {job.sentence}"
            assert job.verdict in (None, "UNKNOWN") and "the-secret" not in told and "root:" not in told


def test_running_job_is_cancelled(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        job = client.submit("factors.c", FACTORS, options={"timeout": 600})
        next(event for event in client.follow(job.id) if event.kind == "program_read")
        client.cancel(job.id)
        assert ended(client, job, 30).state == "cancelled"
        assert client.wait(client.submit("bug.c", BUG).id).verdict == "FALSE"


def test_short_job_passes_a_running_long_one(tmp_path: Path, cbmc: Cbmc) -> None:
    default: int = parser().parse_args(["serve"]).workers
    assert default >= 2
    with serving(tmp_path, "--workers", str(default)) as server, Client(server.url) as client:
        long = client.submit("factors.c", FACTORS, options={"timeout": 300})
        next(event for event in client.follow(long.id) if event.kind == "program_read")
        assert client.wait(client.submit("bug.c", BUG, options={"timeout": 60}).id).verdict == "FALSE"
        assert client.job(long.id).state == "running"
        client.cancel(long.id)


def test_job_behind_two_long_ones_of_its_user_waits_for_a_slice_only(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path, "--workers", "2") as server, Client(server.url) as client:
        long = [client.submit("factors.c", FACTORS, options={"timeout": 300}) for _ in range(2)]
        for job in long:
            next(event for event in client.follow(job.id) if event.kind == "program_read")
        assert client.wait(client.submit("bug.c", BUG, options={"timeout": 300}).id).verdict == "FALSE"
        for job in long:
            client.cancel(job.id)
        kinds = [event.kind for job in long for event in client.follow(job.id)]
        assert kinds.count("interrupted") == 1 and kinds.count("end") == 2


def test_user_need_not_wait_for_the_long_jobs_of_another(tmp_path: Path, cbmc: Cbmc) -> None:
    db = f"sqlite:///{tmp_path / 'service.sqlite'}"
    add = [command("token", "add", name, "--db", db) for name in ("anna", "ben")]
    anna, ben = (subprocess.check_output(words, env=environment(), text=True).strip() for words in add)
    with serving(tmp_path) as server, Client(server.url, anna) as many, Client(server.url, ben) as few:
        long = [many.submit("factors.c", FACTORS, options={"timeout": 300}) for _ in range(2)]
        next(event for event in many.follow(long[0].id) if event.kind == "program_read")
        assert few.wait(few.submit("bug.c", BUG, options={"timeout": 60}).id).verdict == "FALSE"
        assert sorted(many.job(job.id).state for job in long) == ["queued", "running"]
        for job in long:
            many.cancel(job.id)


def test_uploaded_program_shows_no_other_file_of_the_machine(tmp_path: Path, cbmc: Cbmc) -> None:
    """Though its `#line` says that an assertion stands there."""
    (tmp_path / "secret.c").write_text("first\nassert(secret);\n")
    text = BUG.replace(
        "  assert(x != 42);\n", f'#line 2 "{tmp_path / "secret.c"}"\n  assert(x != 42);\n  assert(x != 43);\n'
    )
    with serving(tmp_path) as server, Client(server.url) as client:
        job = client.wait(client.submit("bug.c", text, options={"timeout": 60}).id)
        assert job.verdict == "FALSE" and "(secret)" not in (job.sentence or "")
        found = {one.name: client.download(job.id, one.name) for one in client.artefacts(job.id)}
        assert "console.txt" in found and "incomplete.txt" not in found
        assert [name for name, body in found.items() if b"(secret)" in body] == []


def test_killed_worker_costs_its_job_a_second_beginning(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server, Client(server.url) as client:
        job = client.submit("minimum.c", MINIMUM, options=QUICK)
        next(event for event in client.follow(job.id) if event.kind == "program_read")
        (worker,) = holders(server)
        worker.kill()
        kinds = [event.kind for event in client.follow(job.id)]
        assert kinds.count("restarted") == 1 and kinds.count("end") == 1
        assert client.job(job.id).verdict == "TRUE"


def test_killed_server_loses_nothing_and_leaves_nothing(tmp_path: Path, cbmc: Cbmc) -> None:
    server = Server(tmp_path)
    with Client(server.url) as client:
        made = [client.submit(f"{n}.c", BUG, options={"timeout": 60}, key=f"key-{n}") for n in range(6)]
        for _ in range(3):
            time.sleep(1.0)
            left = psutil.Process(server.process.pid).children(recursive=True)
            server.kill()
            gone, alive = psutil.wait_procs(left, PATIENCE)
            assert alive == []
            server = Server(tmp_path, port=server.port)
            again = [client.submit(f"{n}.c", BUG, options={"timeout": 60}, key=f"key-{n}") for n in range(6)]
            assert [one.id for one in again] == [one.id for one in made]
        assert {ended(client, job).verdict for job in made} == {"FALSE"}
        for job in made:
            assert [event.kind for event in client.follow(job.id)].count("end") == 1
        assert len(list(client.jobs())) == 6
    assert server.stop() == 0


def test_server_that_ends_gives_its_jobs_back(tmp_path: Path, cbmc: Cbmc) -> None:
    server = Server(tmp_path)
    with Client(server.url) as client:
        job = client.submit("minimum.c", MINIMUM, options=QUICK)
        next(event for event in client.follow(job.id) if event.kind == "program_read")
        assert server.stop() == 0
        server = Server(tmp_path, port=server.port)
        assert ended(client, job).verdict == "TRUE"
        assert client.job(job.id).state == "done"
    assert server.stop() == 0


def test_command_line_has_a_server_decide(tmp_path: Path, cbmc: Cbmc) -> None:
    (tmp_path / "bug.c").write_text(BUG.replace("42", "VALUE").replace("#include <assert.h>", '#include "value.h"'))
    (tmp_path / "value.h").write_text("#include <assert.h>\n#define VALUE 42\n")
    (tmp_path / "veriabs.toml").write_text("max-k = 3\n")
    evidence = ("--json", "report.json", "--counterexample", "found", "--witness", "witness.yml")
    with serving(tmp_path) as server:
        words = command("verify", "bug.c", "--server", server.url, "--timeout", "60", *evidence)
        ran = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (10, "")
        assert "FALSE" in ran.stdout and f"{server.url}/jobs/" in ran.stdout
    subprocess.run(["gcc", "-o", "fails", "found/counterexample.c"], cwd=tmp_path, check=True, capture_output=True)
    assert subprocess.run(["./fails"], cwd=tmp_path, capture_output=True).returncode != 0
    report = json.loads((tmp_path / "report.json").read_text())
    assert (report["verdict"], report["options"]["max_k"]) == ("FALSE", 3) and (tmp_path / "witness.yml").exists()
    ran = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert ran.returncode == 69 and "no answer" in ran.stderr and len(ran.stderr.splitlines()) == 1


def test_public_address_requires_tokens(tmp_path: Path, cbmc: Cbmc) -> None:
    db = f"sqlite:///{tmp_path / 'service.sqlite'}"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command(*words, "--db", db), env=environment(), capture_output=True, text=True)

    ran = run("serve", "--host", "0.0.0.0", "--port", "0")
    assert ran.returncode == 6 and "veriabs token add" in ran.stderr
    token = run("token", "add", "anna").stdout.strip()
    assert run("token", "add", "anna").returncode == 6
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        url = f"http://127.0.0.1:{server.port}"
        assert httpx.get(f"{url}/v1/jobs").status_code == 401
        with Client(url, token) as client:
            assert list(client.jobs()) == []
            assert run("token", "revoke", "anna").returncode == 0
            with pytest.raises(ServiceError, match="not known"):
                list(client.jobs())
        assert token not in server.log.read_text()


def test_tokens_take_effect_in_running_servers(tmp_path: Path, cbmc: Cbmc) -> None:
    """Two servers over one database: another process adds the first token, revokes one, revokes the last one."""
    db = f"sqlite:///{tmp_path / 'service.sqlite'}"
    other_folder = tmp_path / "other"
    other_folder.mkdir()

    def token(*words: str) -> str:
        ran = subprocess.run(command("token", *words, "--db", db), env=environment(), capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    with serving(tmp_path) as one, serving(other_folder, "--db", db) as other, Client(one.url) as nobody:
        job = nobody.submit("factors.c", FACTORS, options={"timeout": 600})
        watched = nobody.follow(job.id)
        next(watched)
        anna, ben = token("add", "anna", "--role", "admin"), token("add", "ben")
        for server in (one, other):
            paths = ("jobs", f"jobs/{job.id}", f"jobs/{job.id}/sources")
            assert [httpx.get(f"{server.url}/v1/{path}").status_code for path in paths] == [401, 401, 401]
            assert httpx.post(f"{server.url}/v1/jobs", json={"source": BUG}).status_code == 401
        with pytest.raises(ServiceError, match="send a token"):
            list(watched)  # later events of the job require a token
        with Client(one.url, anna) as admin, Client(other.url, ben) as user:
            assert [found.id for found in admin.jobs()] == [job.id] and list(user.jobs()) == []
            own = user.submit("factors.c", FACTORS, options={"timeout": 600})
            admin.cancel(job.id)
            watched = user.follow(own.id)
            next(watched)
            token("revoke", "ben")
            with pytest.raises(ServiceError, match="not known"):
                user.job(own.id)
            with pytest.raises(ServiceError, match="not known"):
                list(watched)
            assert admin.cancel(own.id).id == own.id
            token("revoke", "anna")
        for server in (one, other):
            assert httpx.get(f"{server.url}/v1/jobs").status_code == 401


def test_server_refuses_to_start_without_confinement(tmp_path: Path, cbmc: Cbmc) -> None:
    """Without a compiler there is no launcher, and so no confinement."""
    hidden = {**environment(), "PATH": str(tmp_path), "VERIABS_CBMC": cbmc.command[0]}
    words = command("serve", "--port", "0", "--db", f"sqlite:///{tmp_path / 'service.sqlite'}")
    ran = subprocess.run(words, env=hidden, capture_output=True, text=True)
    assert ran.returncode == 69 and "--unconfined" in ran.stderr and len(ran.stderr.splitlines()) == 1


def test_occupied_port_is_reported(tmp_path: Path, cbmc: Cbmc) -> None:
    with serving(tmp_path) as server:
        words = command("serve", "--port", str(server.port), "--db", f"sqlite:///{tmp_path / 'other.sqlite'}")
        ran = subprocess.run(words, env=environment(), capture_output=True, text=True)
        assert ran.returncode == 6 and "cannot listen" in ran.stderr


def test_stopped_worker_is_replaced_and_comes_too_late(tmp_path: Path, cbmc: Cbmc) -> None:
    """A worker that sleeps through its patience finds its claim gone when it wakes."""
    with serving(tmp_path, "--workers", "2") as server, Client(server.url) as client:
        job = client.submit("minimum.c", MINIMUM, options=QUICK)
        next(event for event in client.follow(job.id) if event.kind == "program_read")
        (holder,) = holders(server)
        os.kill(holder.pid, signal.SIGSTOP)
        try:
            kinds = [event.kind for event in client.follow(job.id)]
        finally:
            with contextlib.suppress(psutil.NoSuchProcess):  # it was ended: it had stopped in the midst of a write
                holder.resume()
        assert kinds.count("restarted") == 1
        time.sleep(3.0)
        assert [event.kind for event in client.follow(job.id)].count("end") == 1
        assert client.job(job.id).verdict == "TRUE"
