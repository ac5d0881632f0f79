"""What was compiled once is read from the cache: a second process answers without compiling anything."""

import subprocess
import sys

ASK_EVERY_GAME = """
from numba.core.event import install_recorder
with install_recorder("numba:compile") as compiled:
    from meldlab import analyze
    analyze("2C 9C 4H 7S 8S JS TS KC KD 3H 5D 6D AH AS", "indian-rummy", wild="QH", advise=True)
    analyze("2C 9C 4H 7S 8S JS TS KC KD AH AS", "gin", advise=True)
    analyze("2C 9C 4H 7S 8S JS TS KC KD AH AS 4S", "pinacle", advise=True)
    analyze("2C 9C 4H 7S 8S 9S TS KC KD KH AS 4S", "continental", contract="TE", advise=True)
    analyze("2C 9C 4H 7S 8S 9S TS KC KD KH AS 4S", "continental", contract="TE", table=["1:E:5H JK 7H 8H"])
for _, event in compiled.buffer:
    print(event.data["dispatcher"].py_func.__qualname__)
"""


def compiled_by_a_process() -> list[str]:
    answer = subprocess.run([sys.executable, "-c", ASK_EVERY_GAME], capture_output=True, check=True, text=True)
    return sorted(set(answer.stdout.split()))


def test_a_second_process_compiles_nothing() -> None:
    compiled_by_a_process()
    assert compiled_by_a_process() == []
