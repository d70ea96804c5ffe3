"""The installed command, run as a user does."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from bidvit.cli import run

COMMAND = Path(sys.executable).with_name("bidvit")


def bidvit(*arguments, cwd=None, env=None):
    """Run the command; returns exit code, stdout and stderr."""
    done = subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def assert_refused(arguments, message, code=2):
    """The command ends with one line on stderr, and nothing else."""
    returned, out, err = bidvit(*arguments)
    assert returned == code, err
    assert out == ""
    assert err.count("\n") == 1, err
    assert err.startswith("bidvit: ")
    assert message in err


def assert_refused_here(capsys, arguments, message):
    """The same without a process of its own, which takes most of the time."""
    assert run([str(argument) for argument in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    *notes, line = err.splitlines()
    assert all(note.startswith("bidvit: columns left out: ") for note in notes), err
    assert line.startswith("bidvit: ")
    assert message in line


def names_below(folder):
    """What is there, to see that nothing came or went."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def run_on_terminal(*arguments):
    """Run the command with stderr on a terminal; returns stdout and what the terminal shows."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    return out.decode(), shown.decode()
