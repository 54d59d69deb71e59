"""The top-level folders are packages of mazurka: for the installer, for type checkers, in a wheel."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
FOLDERS = ("reference", "optimized", "oracle", "fuzz")
NOT_SOURCE = shutil.ignore_patterns(".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache")


def packages_in(folder, name):
    """The packages in a folder, by dotted name; the links in src/mazurka are not followed."""
    yield name
    for inside in sorted(folder.iterdir()):
        if (inside / "__init__.py").is_file() and not inside.is_symlink():
            yield from packages_in(inside, f"{name}.{inside.name}")


def test_the_list_of_packages_is_the_folders():
    found = list(packages_in(ROOT / "src" / "mazurka", "mazurka"))
    for folder in FOLDERS:
        found += packages_in(ROOT / folder, f"mazurka.{folder}")
    assert SETUPTOOLS["packages"] == sorted(found)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_link_shows_each_folder_to_type_checkers(folder):
    link = ROOT / "src" / "mazurka" / folder
    assert link.is_symlink()
    assert link.readlink() == Path("..", "..", folder)
    assert SETUPTOOLS["package-dir"][f"mazurka.{folder}"] == folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names in a wheel built from a copy of the source tree (a build writes into its tree)."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(ROOT, folder / "source", symlinks=True, ignore=NOT_SOURCE)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_a_wheel_holds_every_module_schema_and_model_of_the_corpus(wheel):
    expected = set()
    for package in SETUPTOOLS["packages"]:
        inside = package.replace(".", "/")
        folder = ROOT / "src" / inside
        expected |= {
            f"{inside}/{f.name}" for f in folder.iterdir() if f.name.endswith((".py", ".schema.json"))
        }
    expected |= {f"mazurka/fuzz/corpus/{f.name}" for f in (ROOT / "fuzz" / "corpus").iterdir()}
    assert expected | {"mazurka/py.typed"} == {n for n in wheel if n.startswith("mazurka/")}


def test_the_schemas_are_where_the_wheel_takes_them_from():
    schemas = {f.name for f in (ROOT / "src" / "mazurka" / "formats").glob("*.schema.json")}
    assert schemas == {"certificate.schema.json", "client_server.schema.json", "entity.schema.json"}
