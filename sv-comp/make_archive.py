"""Builds the competition archive: one folder `veriabs/` that needs only Python, gcc and, unless it is put in, a CBMC.

The same sources and packages give the same bytes, whenever and wherever that is.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NO_CACHES = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
LAUNCHER = """\
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/../lib/cbmc/cbmc" "$@"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make_archive.py", description="Builds the competition archive.")
    parser.add_argument("-o", "--output", type=Path, default=Path("veriabs.zip"), help="default: %(default)s")
    text = "a CBMC to put in: a private copy that `veriabs setup` made, or a program"
    parser.add_argument("--with-cbmc", type=Path, metavar="PATH", help=text)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="veriabs-") as name:
        folder = Path(name, "veriabs")
        gather(folder)
        if chosen.with_cbmc is not None:
            try:
                put_cbmc(chosen.with_cbmc, folder)
            except FileNotFoundError as error:
                parser.error(str(error))
        pack(folder, chosen.output)
    print(f"{chosen.output}: {chosen.output.stat().st_size / 2**20:.0f} MB")
    return 0


def gather(folder: Path) -> None:
    """Everything but CBMC. BenchExec takes only some folders along, `bin`, `lib` and `scripts` among them."""
    folder.mkdir()
    for path in (ROOT / "LICENSE", HERE / "README.md", HERE / "smoketest.sh"):
        shutil.copy2(path, folder)
    for name in ("scripts", "properties", "toolinfo"):
        shutil.copytree(HERE / name, folder / name, ignore=NO_CACHES)
    install_dependencies(folder)
    shutil.copytree(ROOT / "veriabs", folder / "lib" / "veriabs", ignore=NO_CACHES)
    shutil.copytree(ROOT / "templates", folder / "lib" / "veriabs" / "templates", ignore=NO_CACHES)


def install_dependencies(folder: Path) -> None:
    """What pyproject.toml names goes to `lib`; of the programs that come with it, z3 goes to `bin`."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    library = folder / "lib"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*pip, "--target", str(library), *named], check=True)
    (folder / "bin").mkdir()
    shutil.move(library / "bin" / "z3", folder / "bin" / "z3")
    # The other programs name this machine's Python, and the records have their hashes.
    shutil.rmtree(library / "bin")
    for record in library.glob("*.dist-info/RECORD"):
        record.unlink()


def put_cbmc(path: Path, folder: Path) -> None:
    """A private copy is a folder with libraries of its own; anything else is taken for a program that needs none."""
    program = (path / "cbmc" if path.is_dir() else path).resolve()
    if not program.is_file():
        raise FileNotFoundError(f"--with-cbmc {path}: no CBMC there")
    target = folder / "bin" / "cbmc"
    if not (program.parent / "bin" / "cbmc").is_file():
        shutil.copy2(program, target)
        return
    shutil.copytree(program.parent, folder / "lib" / "cbmc")
    target.write_text(LAUNCHER, encoding="ascii")
    target.chmod(0o755)


def pack(folder: Path, output: Path) -> None:
    """Order, times and permissions do not depend on the machine."""
    part = output.with_name(f".{output.name}.part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(filter(Path.is_file, folder.rglob("*")), key=Path.as_posix):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, or the permissions mean nothing
            entry.external_attr = (0o100755 if path.stat().st_mode & 0o100 else 0o100644) << 16
            archive.writestr(entry, path.read_bytes())
    part.replace(output)


if __name__ == "__main__":
    sys.exit(main())
