"""Ctrl-C and SIGTERM: what is kept, what is said, and which exit code."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from fake_workload import FakeFactory
from places import HELPERS

from meldlab.cli.commands.simulate import answer
from meldlab.cli.output.output import make_sink


class KilledFactory(FakeFactory):
    """Sends a signal to its own process before anything is dealt, once."""

    number = signal.SIGINT
    sent = False

    def __call__(self, *arguments, **options):
        if not self.sent:
            object.__setattr__(self, "sent", True)
            os.kill(os.getpid(), self.number)
        return super().__call__(*arguments, **options)


class TerminatedFactory(KilledFactory):
    """The same with SIGTERM."""

    number = signal.SIGTERM


@pytest.mark.parametrize(("factory", "code"), [(KilledFactory, 130), (TerminatedFactory, 143)])
@pytest.mark.parametrize("typed", ["", " --seed 7", " --seed=7"])
def test_before_the_first_deal_the_command_that_repeats_it_is_given(capsys, tmp_path, factory, code, typed):
    command = f"meldlab simulate -g indian-rummy{typed}"
    request = {"game": "indian-rummy", "deals": 10**6, "seed": 7, "out": tmp_path / "run", "command": command}
    assert answer(request, by=None, sink=make_sink(), quiet=False, workload=factory()) == code
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("Interrupted before the first deals were counted, seed 7; nothing is kept. To run it: ")
    assert told.endswith(f"{command}{'' if typed else ' --seed 7'}")
    assert "-n 0" not in told
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_sigterm_prints_and_keeps_what_is_done(tmp_path):
    request = {"deals": 20_000_000, "seed": 3, "out": str(tmp_path / "run"), "workers": 2}
    with subprocess.Popen(
        [sys.executable, str(HELPERS / "fake_command.py"), "0.1", json.dumps(request), "json"],
        env={**os.environ, "PYTHONPATH": str(HELPERS)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("run/part-*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.terminate()
        out, err = process.communicate(timeout=60)
    assert process.returncode == 143
    assert json.loads(out)["stopped_by"] == "interrupt"
    assert f"Interrupted, seed 3. What is done is kept in {tmp_path / 'run'}" in err


def test_one_interruption_is_told_once(tmp_path):
    program = (
        "import os, signal, sys\n"
        "import meldlab.sim.simulate.simulate as driver\n"
        "from fake_workload import FakeFactory\n"
        "usual = driver.iter_simulate\n"
        "def killed(**request):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return usual(**{**request, 'workload': FakeFactory()})\n"
        "driver.iter_simulate = killed\n"
        "from meldlab.cli.__main__ import main\n"
        f"sys.argv = ['meldlab', 'simulate', '-g', 'indian-rummy', '-o', {str(tmp_path / 'run')!r}]\n"
        "main()"
    )
    environment = {**os.environ, "PYTHONPATH": str(HELPERS)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 130
    assert done.stderr.count("nterrupted") == 1
    assert "nothing is kept. To run it: meldlab simulate -g indian-rummy -o" in done.stderr


def test_ctrl_c_that_a_library_turned_into_its_own_exception_still_shows_what_is_kept(capsys, tmp_path, monkeypatch):
    from meldlab.cli.views import simulate as simulate_view
    from meldlab.sim.simulate.simulate import simulate

    simulate("indian-rummy", deals=50_000, seed=7, out=tmp_path / "run", workload=FakeFactory())
    usual, calls = simulate_view.follow, []

    def interrupted_once(steps, *, quiet):
        calls.append(steps)
        if len(calls) == 1:
            steps.close()
            raise KeyboardInterrupt
        return usual(steps, quiet=quiet)

    monkeypatch.setattr(simulate_view, "follow", interrupted_once)
    request = {"game": "indian-rummy", "deals": 10**7, "out": tmp_path / "run"}
    assert answer(request, by=None, sink=make_sink(), quiet=False, workload=FakeFactory()) == 130
    shown = capsys.readouterr()
    assert "50,000 deals, seed 7" in shown.out
    assert "What is done is kept in" in shown.err
