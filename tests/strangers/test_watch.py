"""The watch that other tests trust."""

import os

from watch import watched


def test_the_watch_sees_files_processes_and_nothing_of_its_own(tmp_path):
    with watched(tmp_path / "mine") as seen:
        (tmp_path / "mine").write_text("x", encoding="utf-8")
        (tmp_path / "other").write_text("x", encoding="utf-8")
        with open("/etc/passwd", encoding="utf-8"):
            pass
        os.system("true")
        (tmp_path / "other").unlink()
    assert [entry.split()[0] for entry in seen] == ["open", "open", "os.system", "os.remove"]
