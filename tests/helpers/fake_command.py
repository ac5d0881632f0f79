"""``meldlab simulate`` over the fake workload as a process of its own: fake_command.py PAUSE REQUEST [FORMAT]."""

import json
import sys

from fake_workload import slow

from meldlab.cli.commands.simulate import answer
from meldlab.cli.options.options import Format
from meldlab.cli.output.output import make_sink

if __name__ == "__main__":
    pause, request, *rest = sys.argv[1:]
    options = {"game": "indian-rummy", "out": None, **json.loads(request)}
    wanted = Format(rest[0]) if rest else None
    sys.exit(answer(options, by=None, sink=make_sink(format=wanted), quiet=False, workload=slow(float(pause))))
