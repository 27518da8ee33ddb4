"""Completion of commands, options and their choices in bash, zsh and fish.

The script of a shell calls ``clusterdiff --complete WORDS``, which prints what the last word may
become. Where it prints nothing, the shell completes the name of a file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from clusterdiff.cli.parsing import flags_of
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.cli.arguments import Parameter

_SCRIPTS = {
    "bash": """\
_clusterdiff() {
    local IFS=$'\\n'
    COMPREPLY=($(clusterdiff --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _clusterdiff clusterdiff
""",
    "zsh": """\
#compdef clusterdiff
_clusterdiff() {
    local -a found
    found=(${(f)"$(clusterdiff --complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( ${#found} )); then compadd -- $found; else _files; fi
}
compdef _clusterdiff clusterdiff
""",
    "fish": """\
complete -c clusterdiff -a '(clusterdiff --complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
""",  # noqa: E501
}
_FILES = {
    "bash": ".bash_completions/clusterdiff.sh",
    "zsh": ".zfunc/_clusterdiff",
    "fish": ".config/fish/completions/clusterdiff.fish",
}
_STARTERS = {
    "bash": (".bashrc", "source ~/.bash_completions/clusterdiff.sh\n"),
    "zsh": (".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit\n"),
}


def candidates(last: str, before: Sequence[str], parameters: Sequence[Parameter]) -> list[str]:
    """Return what the last word of a command may become.

    Parameters
    ----------
    last : str
        The word under the cursor; it may be empty.
    before : sequence of str
        The words of the command before it.
    parameters : sequence of Parameter
        What the command accepts.
    """
    flags = flags_of(parameters)
    option = flags.get(before[-1]) if before else None
    if option is not None and not option.is_flag:
        return [choice for choice in option.choices if choice.startswith(last)]
    if not last.startswith("-"):
        return []
    return [flag for flag in (*flags, "--help") if flag.startswith(last)]


def script(shell: str | None) -> str:
    """Return the script of a shell, by default of the user's."""
    return _SCRIPTS[_known(shell)]


def install(shell: str | None) -> str:
    """Write the script where the shell finds it, and return what was done.

    Parameters
    ----------
    shell : str or None
        bash, zsh or fish; by default the user's shell.
    """
    name = _known(shell)
    home = Path.home()
    file = home / _FILES[name]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_SCRIPTS[name], encoding="utf-8")
    if name in _STARTERS:
        _append(home / _STARTERS[name][0], _STARTERS[name][1])
    return f"{name} completion is in {file}; it works in shells that are started from now on.\n"


def _append(file: Path, line: str) -> None:
    """Add a line to a file that does not have it."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if line not in text:
        gap = "" if not text or text.endswith("\n") else "\n"
        with file.open("a", encoding="utf-8") as opened:
            opened.write(gap + line)


def _known(shell: str | None) -> str:
    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in _SCRIPTS:
        got = f"got {name!r}" if name else "and the variable SHELL is not set"
        raise OptionError(f"The shell must be bash, zsh or fish, {got}.")
    return name
