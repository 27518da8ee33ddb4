"""A PostgreSQL server of our own, for tests and benchmarks."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PASSWORD = "pa55word"  # noqa: S105  (of servers that are gone when the tests end)


def _program(name):
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


def postgres_is_installed():
    """Return whether a server can be started."""
    return _program("initdb") is not None


class Server(NamedTuple):
    """A server that can be stopped, as if it had crashed, and started again."""

    url: str
    stop: Callable[[], None]
    start: Callable[[], None]


@contextmanager
def postgres_server():
    """Yield the URL of a temporary server."""
    with postgres_process() as server:
        yield server.url


@contextmanager
def postgres_process():
    """Yield a temporary server on a free port that asks for a password."""
    folder = Path(tempfile.mkdtemp(prefix="clusterdiff-pg-"))
    root = os.geteuid() == 0
    if root:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
    user = ["runuser", "-u", "postgres", "--"] if root else []
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"

    def run(*command):
        subprocess.run([*user, *command], check=True, capture_output=True, timeout=120, cwd=folder)

    secret = folder / "password"
    secret.write_text(f"{PASSWORD}\n", encoding="utf-8")
    secret.chmod(0o644)  # in a folder that only its owner can enter
    run(
        *(_program("initdb"), "-D", str(data), "-U", "tester", "-A", "scram-sha-256"),
        *("--pwfile", str(secret), "-E", "UTF8", "--locale=C.UTF-8"),
    )
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = (_program("pg_ctl"), "-D", str(data), "-w")

    def start():
        run(*control, "-o", options, "-l", str(folder / "log"), "start")

    def stop():
        run(*control, "-m", "immediate", "stop")

    start()
    try:
        yield Server(f"postgresql://tester:{PASSWORD}@127.0.0.1:{port}/postgres", stop, start)
    finally:
        stop()
        shutil.rmtree(folder, ignore_errors=True)
