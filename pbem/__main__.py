"""`python -m pbem`: the same as the command `pbem`."""

from __future__ import annotations

from .cli import main

if __name__ == "__main__":
    main()
