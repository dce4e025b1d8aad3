"""Runs the pack that checks games under this Python, alone: -I -S checked_natively.py PACK MADE_UP VERSION

Each line of the input is {"archive": base64}, or {"good": […]} for the signatures asked for; each gets a line.
"""

import json
import sys

pack, made_up, version = sys.argv[1:]
sys.dont_write_bytecode = True
sys.implementation.cache_tag = "cpython-314"  # the pack's data is kept as that Python keeps it
sys.path.insert(0, pack)

from pathlib import Path  # noqa: E402 - the path of imports is set above

from pbem import titles  # noqa: E402
from pbem.browser import checking  # noqa: E402

titles.__path__.append(made_up)
checking.UNPACKED = Path(pack).parent / "checked"
engine = checking.begin("")
for module in [one for name, one in sys.modules.items() if name.startswith("pbem.")]:
    if hasattr(module, "__version__"):
        module.__version__ = version
for line in sys.stdin:
    given = json.loads(line)
    if "good" in given:
        print(engine.answered("judged", line), flush=True)
    else:
        print(engine.answered("check", line), flush=True)
