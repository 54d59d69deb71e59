"""Explorers and reducers for use: compiled kernels over flat arrays.

Compiled kernels are kept on disk between runs.  Numba stamps a kernel with its own file only, so that
after an edit in a helper module it would serve a stale kernel; therefore the folder is named by a digest
of all sources here, and of the switches that change what is compiled.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

KEPT = 8
"""How many folders of compiled kernels are kept."""

_SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME")


def _kernel_cache() -> Path:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    for switch in _SWITCHES:
        digest.update(f"{switch}={os.environ.get(switch, '')}\n".encode())
    name = f"kernels-{digest.hexdigest()[:16]}"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mazurka" / name
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            os.utime(home)
            _discard_old(home.parent)
            return home
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"mazurka-{os.getuid()}" / name


def _discard_old(caches: Path) -> None:
    """Remove all but the latest folders: those of sources that are gone."""
    for old in sorted(caches.glob("kernels-*"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def compiled_before(kernel: str = "search.search") -> bool:
    """Whether a search has been compiled with these sources, for some choice at least."""
    return any(Path(os.environ["NUMBA_CACHE_DIR"]).glob(f"*/{kernel}-*.nbi"))


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(_kernel_cache())
    if "numba" in sys.modules:  # imported before us: it has read the environment already
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
