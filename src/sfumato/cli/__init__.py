"""The command line. Each command is a thin layer over a function of the same name.

Exit codes: 0 done, 1 a claim does not hold, 2 bad input or any failure.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module

import click

from sfumato.cli.hints import with_hint
from sfumato.errors import SfumatoError
from sfumato.io.files import shown

_DEBUG = "SFUMATO_DEBUG"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sfumato", message="sfumato %(version)s")
def cli() -> None:
    """Replace what would disclose a secret by something true but less precise.

    Everything runs on this machine; nothing is sent anywhere.

    \b
    Example:
      sfumato sanitize letter.txt --hide HIV -o safe.txt --certificate safe.json
      sfumato verify safe.txt --certificate safe.json
      sfumato explain zidovudine --hide HIV
      sfumato inspect bio.txt --hide "Osama bin Laden"
      sfumato anonymize blogs.csv -c blogs.toml -k 5 -o released.csv
    """


_TEXTS = "sanitize verify review extract inspect explain offers evaluate attack"
for (
    _name
) in f"{_TEXTS} anonymize sweep knowledge taxonomy policy plugins serve spark".split():  # each in a module so named
    cli.add_command(getattr(import_module(f"sfumato.cli.{_name}"), _name))


def main(command: click.Command = cli, name: str = "sfumato") -> None:
    """Runs a command line; whatever goes wrong is one line and exit code 2."""
    for number in ("SIGTERM", "SIGHUP"):  # to be stopped is to be interrupted: clean up
        if hasattr(signal, number):
            signal.signal(getattr(signal, number), signal.default_int_handler)
    try:
        code = command.main(prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except SystemExit:  # click ends so when the reader of our output has seen enough
        sys.exit(0)
    except click.UsageError as error:
        help_ = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        _fail(f"{error.format_message().rstrip('.')}{help_}")
    except click.ClickException as error:
        _fail(error.format_message())
    except SfumatoError as error:
        _fail(with_hint(error))
    except (KeyboardInterrupt, click.Abort):
        _fail("interrupted")
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _fail(f"{error.filename or 'input or output'}: {error.strerror or type(error).__name__}")
    except MemoryError:
        _fail("not enough memory")
    except Exception as error:
        if os.environ.get(_DEBUG):
            raise
        # The message of an unforeseen error may quote a document, so it is not shown.
        _fail(f"unforeseen {type(error).__name__}; set {_DEBUG}=1 to see where, and report it")
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> None:
    click.echo(f"sfumato: {shown(' '.join(message.split()))}", err=True)
    sys.exit(2)
