"""The `bidvit` command: what all its commands share, from exit codes to Ctrl-C.

A command is a module of this package with a function of the same name. It imports what it needs
when it runs, so that ``bidvit --help`` is there at once. Bad input ends with one line on stderr and
exit code 2, a failure beyond the user's input with 1, Ctrl-C with 130; nothing half-written stays.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from types import FrameType

COMMANDS = [
    "fit",
    "info",
    "cut",
    "assign",
    "thin",
    "score",
    "explore",
    "export",
    "plot",
    "quantize",
    "instances",
    "demo",
    "doctor",
]

_INTERRUPTED = 130
# How long Ctrl-C waits for threads to end by themselves.
_PATIENCE = 0.6


class Commands(click.Group):
    """The commands by name, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command, or None if there is no such."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"bidvit.cli.{cmd_name}"), cmd_name)
        return command


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nCompletion, in bash (or zsh, fish):\n"
    '  eval "$(_BIDVIT_COMPLETE=bash_source bidvit)"',
)
@click.option("--traceback", is_flag=True, help="Show where an error comes from.")
@click.option("--version", is_flag=True, help="Print the version and exit.")
@click.pass_context
def bidvit(ctx: click.Context, traceback: bool, version: bool) -> None:
    """Extreme clustering: trees of representatives from millions of points."""
    ctx.obj = {"traceback": traceback}
    if version:
        from importlib.metadata import version as version_of

        click.echo(f"bidvit {version_of('bidvit')}")
        ctx.exit()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the command line of this process, and end it."""
    _install_signals()
    code = run(sys.argv[1:])
    if code == _INTERRUPTED:
        _end("interrupted", code)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _ignore_closed_pipe()
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run a command line; returns the exit code.

    Parameters
    ----------
    arguments : list of str
        Without the name of the program.

    Returns
    -------
    int
    """
    try:
        code = bidvit.main(arguments, prog_name="bidvit", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context is not None else ""
        return _complain(error.format_message() + hint, error.exit_code)
    except BrokenPipeError:
        # Whoever read the output, such as `head`, has had enough.
        _ignore_closed_pipe()
        return 0
    except Exception as error:
        if "--traceback" in arguments:
            raise
        from bidvit.engines.dask import LostError
        from bidvit.selection.solver import SelectionError

        # What the error was about, such as a task on a cluster, is in the notes.
        message = "; ".join([_say(error) or type(error).__name__, *getattr(error, "__notes__", [])])
        if isinstance(error, (SelectionError, LostError)):
            return _complain(message, 1)
        if isinstance(error, (ValueError, TypeError, OSError, ImportError, MemoryError)):
            return _complain(message, 2)
        raise
    return code if isinstance(code, int) else 0


def _say(error: Exception) -> str:
    """Return what an error says; those of the system without their numbers."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.strerror}: {error.filename}"
    return str(error)


def _complain(message: str, code: int) -> int:
    # What a broken file holds must not steer the terminal.
    shown = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    click.echo(f"bidvit: {shown}", err=True)
    return code


def _ignore_closed_pipe() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _install_signals() -> None:
    """Ctrl-C raises as always, but does not wait long for threads.

    `kill`, and a terminal that is closed, remove what is not complete.
    """

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
        raise KeyboardInterrupt

    def give_up(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        _end("interrupted", _INTERRUPTED)

    def terminate(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        _end("terminated", 128 + number)

    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGALRM, give_up)
    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGHUP, terminate)


def _end(why: str, code: int) -> NoReturn:
    """End the process without waiting for its threads."""
    unfinished = sys.modules.get("bidvit.unfinished")
    if unfinished is not None:
        unfinished.remove_unfinished()
    reporting = sys.modules.get("bidvit.cli.reporting")
    if reporting is not None:
        reporting.restore_terminal()
    click.echo(f"bidvit: {why}", err=True)
    sys.stderr.flush()
    os._exit(code)
