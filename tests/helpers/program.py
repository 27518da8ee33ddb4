"""Run each command in a separate process, without importing the program each time."""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = [sys.executable, "-c", "from clusterdiff.cli import main; main()"]

# A program that has imported clusterdiff and forks for each command that it reads; exit codes,
# pipes and files are real.
_FORKING = """
import atexit, json, os, sys, traceback
import importlib
import rich.console, rich.table, rich.markdown
from clusterdiff.cli import main
from clusterdiff.cli._app import COMMANDS, command_of
for name in COMMANDS:
    command_of(name)
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        pass

def become(job):
    os.environ.update(job["env"])
    os.chdir(job["cwd"])
    for fd, (name, flags) in enumerate(zip(job["files"], (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY))):
        os.dup2(os.open(name, flags), fd)
    sys.stdin = open(0, encoding="utf-8")
    sys.stdout, sys.stderr = (open(fd, "w", encoding="utf-8") for fd in (1, 2))
    sys.argv = ["clusterdiff", *job["args"]]
    code = 0
    try:
        main()
    except SystemExit as left:
        code = left.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        become(json.loads(line))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


# Modules that many commands import lazily are imported once here. Libraries that start threads are
# left out, because threads do not survive a fork.
_LIBRARIES = (
    *("scipy.special", "scipy.optimize", "scipy.sparse.csgraph", "scipy.cluster.hierarchy"),
    *("scipy.stats", "matplotlib.figure"),
)


@cache
def _forking():
    process = subprocess.Popen(
        [sys.executable, "-c", _FORKING, *_LIBRARIES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)  # ends it: there is nothing more to read
    return process


def run(*args, stdin="", cwd=".", **env):
    """Return the result of the program with these arguments."""
    words = list(map(str, args))
    if not hasattr(os, "fork"):
        changed = {**os.environ, "PYTHONUTF8": "1", **env}
        return subprocess.run(
            [*PROGRAM, *words],
            capture_output=True,
            text=True,
            input=stdin,
            check=False,
            env=changed,
            cwd=cwd,
        )
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("in", "out", "err")]
        for file, text in zip(files, (stdin, "", ""), strict=True):
            file.write_text(text, encoding="utf-8")
        job = {
            "args": words,
            "env": env,
            "cwd": str(Path(cwd).resolve()),
            "files": list(map(str, files)),
        }
        process = _forking()
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        code = int(process.stdout.readline())
        return CompletedProcess(
            words, code, files[1].read_text(encoding="utf-8"), files[2].read_text(encoding="utf-8")
        )
