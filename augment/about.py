"""What wrote a file, and on which machine."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from typing import Any


def version() -> str:
    """The version of augment, as it is written into files."""
    return f"augment {metadata.version('augment')}"


def machine() -> dict[str, Any]:
    """What a figure was measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "release": platform.release(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }
