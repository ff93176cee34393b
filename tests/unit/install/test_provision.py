"""Test finding CBMC, reading apt sources, and the errors of `setup`."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from veriabs.core import folders
from veriabs.core.errors import InputError, ToolError
from veriabs.install import apt, provision

DEBIAN = "https://mirror.example/debian"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any CBMC."""
    monkeypatch.delenv(provision.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for variable, folder in (("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")):
        monkeypatch.setenv(variable, str(tmp_path / folder))
    return tmp_path


def script(path: Path, body: str = "exit 0") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def configure(home: Path, text: str) -> Path:
    path = home / "config/veriabs/config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return path


def refuse(question: str) -> bool:
    return False


# -------------------------------------------------------------------------------------------------------------- finding


def test_missing_cbmc_is_not_found(home: Path) -> None:
    assert provision.find() is None
    with pytest.raises(ToolError, match="veriabs setup$"):
        provision.require()


def test_the_newest_private_copy_is_found(home: Path) -> None:
    for version in ("5.12", "6.6.0", "6.10.0"):
        script(home / f"data/veriabs/cbmc-{version}/cbmc")
    assert provision.require() == (str(home / "data/veriabs/cbmc-6.10.0/cbmc"),)


def test_an_unfinished_private_copy_is_not_found(home: Path) -> None:
    script(home / "data/veriabs/.setup-abc/copy/cbmc")
    (home / "data/veriabs/cbmc-6.6.0").mkdir()
    assert provision.find() is None


def test_the_search_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = script(home / "data/veriabs/cbmc-6.6.0/cbmc")
    assert provision.find() == (str(private),)
    on_path = script(home / "bin/cbmc")
    assert provision.find() == (str(on_path),)
    configure(home, f'cbmc = "{home}/configured"\n')
    assert provision.find() == (f"{home}/configured",)
    monkeypatch.setenv(provision.VARIABLE, f"{home}/named")
    assert provision.find() == (f"{home}/named",)


def test_the_variable_may_hold_a_command_line_or_a_path_with_blanks(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(provision.VARIABLE, "env LIMIT=1 cbmc")
    assert provision.find() == ("env", "LIMIT=1", "cbmc")
    path = script(home / "my tools/cbmc")
    monkeypatch.setenv(provision.VARIABLE, str(path))
    assert provision.require() == (str(path),)


def test_a_named_program_that_is_missing_is_not_passed_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(home / "data/veriabs/cbmc-6.6.0/cbmc")
    monkeypatch.setenv(provision.VARIABLE, "/nowhere/cbmc")
    with pytest.raises(ToolError, match=r"VERIABS_CBMC names `/nowhere/cbmc`.*veriabs setup$"):
        provision.require()


@pytest.mark.parametrize("text", ["cbmc = 3\n", "cbmc = \n"])
def test_a_configuration_that_makes_no_sense_is_an_input_error(home: Path, text: str) -> None:
    path = configure(home, text)
    with pytest.raises(InputError, match=str(path)):
        provision.find()


def test_a_configuration_about_other_things_changes_nothing(home: Path) -> None:
    configure(home, "max_k = 5\n")
    assert provision.find() is None


def test_a_relative_data_folder_is_ignored(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.setenv("HOME", str(home))
    assert folders.data_folder() == home / ".local/share/veriabs"


def test_finding_the_private_copy_costs_next_to_nothing(home: Path) -> None:
    script(home / "data/veriabs/cbmc-6.6.0/cbmc")
    seconds = []
    for _ in range(20):
        begin = time.perf_counter()
        provision.find()
        seconds.append(time.perf_counter() - begin)
    assert min(seconds) < 0.01


# ---------------------------------------------------------------------------------------------------------- apt sources


def sources(tmp_path: Path, **files: str) -> tuple[apt.AptSource, ...]:
    """Reads source files named like `docker__list`; `main` is the file sources.list."""
    (tmp_path / "sources.list.d").mkdir()
    for name, text in files.items():
        path = "sources.list" if name == "main" else f"sources.list.d/{name.replace('__', '.')}"
        (tmp_path / path).write_text(text)
    return apt.read_sources(tmp_path)


def test_the_stanzas_of_debian_12(tmp_path: Path) -> None:
    text = f"""\
Types: deb
# a comment inside a stanza
URIs: {DEBIAN}
Suites: bookworm bookworm-updates
Components: main
Signed-By: {KEYRING}

Types: deb
URIs: {DEBIAN}-security
Suites: bookworm-security
Components: main
Signed-By: {KEYRING}
"""
    found = sources(tmp_path, debian__sources=text)
    assert found[0] == apt.AptSource(DEBIAN, ("bookworm", "bookworm-updates"), ("main",), KEYRING)
    assert len(found) == 2
    assert apt.choose_mirrors(found) == (DEBIAN,)


def test_one_line_entries(tmp_path: Path) -> None:
    text = f"""\
# deb http://commented.example/debian bookworm main
deb cdrom:[Debian GNU/Linux 12 _Bookworm_ - Official amd64]/ bookworm main
deb-src {DEBIAN}-src bookworm main
deb {DEBIAN} bookworm main contrib # the archive
deb {DEBIAN}-security bookworm-security main
"""
    found = sources(tmp_path, main=text)
    assert apt.AptSource(DEBIAN, ("bookworm",), ("main", "contrib")) in found
    assert apt.choose_mirrors(found) == (DEBIAN,)


@pytest.mark.parametrize(
    "options", ["[arch=amd64 signed-by={k}]", "[ arch=amd64,i386  signed-by={k} ]", "[Signed-By={k}]"]
)
def test_options_of_one_line_entries(options: str) -> None:
    (found,) = apt.parse_list(f"deb {options.format(k=KEYRING)} {DEBIAN} trixie main")
    assert found == apt.AptSource(DEBIAN, ("trixie",), ("main",), KEYRING)


def test_other_archives_are_left_out(tmp_path: Path) -> None:
    found = sources(
        tmp_path,
        debian__list=f"deb [signed-by={KEYRING}] {DEBIAN} bookworm main",
        database__list="deb [signed-by=/usr/share/keyrings/database.gpg] https://database.example/apt bookworm main",
        keyless__list="deb https://keyless.example/debian bookworm main",
        containers__list="deb [arch=amd64] https://containers.example/linux/debian bookworm stable",
        editor__sources="Types: deb\nURIs: https://editor.example\nSuites: stable\nComponents: main\n"
        "Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBF\n -----END PGP PUBLIC KEY BLOCK-----\n",
    )
    assert len(found) == 5
    assert apt.choose_mirrors(found) == (DEBIAN,)


def test_entries_without_a_key_count_when_none_is_signed_by_debian(tmp_path: Path) -> None:
    main = f"deb https://other.example/packages bookworm main\ndeb {DEBIAN}/ bookworm main\n"
    assert apt.choose_mirrors(sources(tmp_path, main=main)) == (f"{DEBIAN}/", "https://other.example/packages")


def test_disabled_entries_and_files_are_left_out(tmp_path: Path) -> None:
    stanza = f"Types: deb\nURIs: {DEBIAN}\nSuites: trixie\nComponents: main\nEnabled: no\n"
    line = f"deb {DEBIAN} trixie main\n"
    found = sources(tmp_path, debian__sources=stanza, old__list__disabled=line, src__sources="Types: deb-src\n")
    assert apt.choose_mirrors(found) == ()


def test_a_stanza_may_name_several_addresses_over_several_lines() -> None:
    text = (
        f"Types: deb deb-src\nURIs:\n {DEBIAN}\n mirror+file:/etc/apt/mirrors.list\nSuites: sid\nComponents:\n main\n"
    )
    assert apt.choose_mirrors(apt.parse_stanzas(text)) == (DEBIAN, "mirror+file:/etc/apt/mirrors.list")


def test_the_sources_of_ubuntu_name_no_debian_archive() -> None:
    text = "Types: deb\nURIs: http://ubuntu.example/ubuntu\nSuites: noble noble-updates\nComponents: main universe\n"
    assert apt.choose_mirrors(apt.parse_stanzas(text)) == ()


def test_missing_source_files_are_no_sources(tmp_path: Path) -> None:
    assert apt.read_sources(tmp_path / "nowhere") == ()


# -------------------------------------------------------------------------------------------------------- apt and tools


def test_a_tool_that_fails_is_an_error_with_its_first_complaint(tmp_path: Path) -> None:
    tool = script(tmp_path / "apt-get", "echo 'W: hm' >&2; echo 'E: not signed.' >&2; echo 'E: more' >&2; exit 100")
    with pytest.raises(ToolError, match=r"apt-get update failed: not signed\.$"):
        apt.run_tool((str(tool), "update"), tmp_path)
    with pytest.raises(ToolError, match="cannot be started: No such file"):
        apt.run_tool(("/nowhere/apt-get",), tmp_path)


def test_gathering_follows_no_link_to_the_system_and_makes_a_launcher_that_can_be_moved(tmp_path: Path) -> None:
    root = (tmp_path / "root").resolve()
    loader = script(root / "lib/machine-linux/ld-2.31.so", 'echo "$1|${2#"$PWD"}|${3#"$PWD"}|$4|$LD_LIBRARY_PATH"')
    loader.with_name("ld-linux-machine.so.2").symlink_to("ld-2.31.so")
    (root / "lib64").mkdir()
    (root / "lib64/ld-linux-machine.so.2").symlink_to("/bin/sh")
    for name in ("cbmc", "goto-instrument", "goto-cc"):
        script(root / "usr/bin" / name)
    (root / "usr/lib").mkdir()
    (root / "usr/lib/libminisat.so.2").write_text("solver")
    (root / "usr/share/doc/cbmc").mkdir(parents=True)
    (root / "usr/share/doc/cbmc/copyright").write_text("licence")

    apt.gather(root, tmp_path / "copy")
    moved = (tmp_path / "copy").rename(tmp_path / "moved here")

    assert (moved / "lib/libminisat.so.2").read_text() == "solver"
    assert (moved / "licences/cbmc").read_text() == "licence"
    (tmp_path / "link").symlink_to(moved / "cbmc")
    environment = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
    starts = {tmp_path / "link": "cbmc", **{moved / name: name for name in ("cbmc", "goto-instrument", "goto-cc")}}
    for start, program in starts.items():
        command = [str(start), "a b"]
        said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        assert said.stdout == f"--library-path|/moved here/lib|/moved here/bin/{program}|a b|\n"


def test_packages_without_a_loader_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="lack a dynamic loader"):
        apt.gather(tmp_path.resolve(), tmp_path / "copy")


# ---------------------------------------------------------------------------------------------------------------- setup


def test_an_unknown_version_is_an_input_error(home: Path) -> None:
    with pytest.raises(InputError, match=r"CBMC 6 is not available; the versions are 6\.6, 5\.12"):
        provision.setup(prefix=None, yes=True, say=print, ask=refuse, version="6")


def test_a_prefix_that_cannot_be_made_is_an_input_error(home: Path) -> None:
    (home / "file").write_text("")
    with pytest.raises(InputError, match="--prefix"):
        provision.setup(prefix=home / "file/below", yes=True, say=print, ask=refuse)


def test_error_without_apt_names_alternatives_and_the_unrelated_package(home: Path) -> None:
    with pytest.raises(ToolError, match=r"unrelated.*VERIABS_CBMC.*brew install cbmc$"):
        provision.setup(prefix=None, yes=True, say=print, ask=refuse)
    assert list((home / "data/veriabs").iterdir()) == []


def test_a_usable_cbmc_is_left_alone(home: Path) -> None:
    # A recording stands in for CBMC, so that the test needs none.
    proof = '[{"result": [{"status": "SUCCESS"}]}, {"cProverStatus": "success"}]'
    refutation = '[{"result": [{"status": "FAILURE"}]}, {"cProverStatus": "failure"}]'
    found = script(
        home / "bin/cbmc",
        f"""[ "$1" = --version ] && echo '6.6.0 (recorded)' && exit 0
while read -r line; do case $line in *fails*) echo '{refutation}'; exit 10 ;; esac; done < "$1"
echo '{proof}'""",
    )
    said: list[str] = []
    assert provision.setup(prefix=None, yes=True, say=said.append, ask=refuse) == found
    assert said == [f"CBMC 6.6.0 is usable already: {found}"]


def test_a_cbmc_that_does_not_answer_is_not_usable(home: Path) -> None:
    script(home / "bin/cbmc", "echo 5.11")
    said: list[str] = []
    with pytest.raises(ToolError):
        provision.setup(prefix=None, yes=True, say=said.append, ask=refuse)
    assert said == ["the CBMC found here cannot be used, since version 5.11 is older than 5.12"]


def test_leftovers_of_a_killed_setup_are_removed(home: Path) -> None:
    script(home / "data/veriabs/.setup-killed/root/file")
    kept = script(home / "data/veriabs/other/file")
    with pytest.raises(ToolError):
        provision.setup(prefix=None, yes=True, say=print, ask=refuse)
    assert not (home / "data/veriabs/.setup-killed").exists()
    assert kept.exists()
