"""Where things of the project lie."""

from pathlib import Path

HELPERS = Path(__file__).resolve().parent
ROOT = HELPERS.parents[1]
CASES = ROOT / "tests" / "cases"
