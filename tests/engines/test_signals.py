"""Signals and exit codes while a server or an engine works, each against the real one."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
DRIVERS = ["adbc_driver_postgresql", "psycopg"]
SLEEP = "SELECT 1 AS a, 2 AS b FROM (SELECT pg_sleep(60)) s"
RUNNING = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%{}%'"


def start(*words, driver=None, **env):
    program = "from clusterdiff.cli import main\n"
    if driver is not None:
        program += (
            "from clusterdiff.io import _databases as d\n"
            f"d.find_spec = lambda name: name == {driver!r} or None\n"
        )
    return subprocess.Popen(
        [sys.executable, "-c", program + "main()", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | env,
    )  # fmt: skip


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def ended(process, within=2.0):
    """Return the exit code and the messages of a process that must end soon."""
    start = time.monotonic()
    try:
        _, err = process.communicate(timeout=within + 60)
    finally:
        process.kill()
    assert time.monotonic() - start < within + 1.0  # a busy machine
    return process.returncode, err


@pytest.fixture
def running(warehouse):
    """Return how many queries with a text are active on the server."""

    def number(text):
        found = warehouse.execute(RUNNING.format(text) + " AND pid <> pg_backend_pid()").fetchone()
        warehouse.rollback()
        return found[0]

    return number


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_cancels_the_query_of_postgres(number, driver, postgres, running):
    process = start("compare", postgres, "--sql", SLEEP, "-m", "ari", driver=driver)
    wait_for(lambda: running("pg_sleep"))
    process.send_signal(number)
    assert ended(process) == (128 + number, "")
    wait_for(lambda: running("pg_sleep") == 0, 2)


def test_a_client_that_is_killed_leaves_no_query(postgres, running):
    process = start("compare", postgres, "--sql", SLEEP, "-m", "ari")
    wait_for(lambda: running("pg_sleep"))
    process.kill()
    process.communicate()
    wait_for(lambda: running("pg_sleep") == 0, 5)


def test_a_time_limit_cancels_the_query(postgres, running):
    began = False
    for seconds in (2.5, 10, 40):  # a busy machine may not have begun the query in time
        process = start("compare", postgres, "--sql", SLEEP, "-m", "ari", "--timeout", seconds)
        while not began and process.poll() is None:
            began = running("pg_sleep") > 0
        if began:
            break
    code, err = ended(process, seconds + 1)
    assert code == 75
    assert err == "clusterdiff: Not finished within the time of --timeout.\n"
    wait_for(lambda: running("pg_sleep") == 0, 2)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_connection_that_is_lost(driver, postgres, running, warehouse):
    process = start("compare", postgres, "--sql", SLEEP, "-m", "ari", driver=driver)
    wait_for(lambda: running("pg_sleep"))
    warehouse.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' "
        "AND pid <> pg_backend_pid()"
    )
    warehouse.rollback()
    code, err = ended(process)
    assert code == 69, err
    assert "could not be read" in err
    assert "bug" not in err


@pytest.mark.parametrize("driver", DRIVERS)
def test_what_is_worth_a_retry(driver, postgres):
    closed = re.sub(r":\d+/", ":1/", postgres)
    wrong = postgres.replace("pa55word", "other")
    for url, code in (
        (f"{closed}#t", 69), (f"{wrong}#t", 2), (f"{postgres}x#t", 2), (f"{postgres}#nowhere", 2),
    ):  # fmt: skip
        process = start("compare", url, driver=driver)
        found, err = ended(process, 30)
        assert found == code, (url, err)
        assert "pa55word" not in err
        assert err.count("\n") <= 2


def test_retries(postgres):
    closed = re.sub(r":\d+/", ":1/", postgres)
    before = time.monotonic()
    code, err = ended(start("compare", f"{closed}#t", "--retry", "2"), 30)
    assert code == 69
    assert "Trying again in 1 s (1 of 2)." in err
    assert "Trying again in 2 s (2 of 2)." in err
    assert time.monotonic() - before > 3
    code, err = ended(start("compare", f"{closed}#t", "--retry", "9", "--timeout", "2"), 30)
    assert code == 75, err


def test_the_connection_of_the_caller_is_left_as_it_was(postgres):
    import psycopg
    from adbc_driver_postgresql.dbapi import connect
    from psycopg.pq import TransactionStatus

    import clusterdiff as cd
    from clusterdiff.errors import InputError

    sql = "SELECT 1 AS a, 2 AS b"
    with psycopg.connect(postgres) as own:
        assert cd.read_query(sql, own).n == 1
        assert own.info.transaction_status == TransactionStatus.IDLE
        with pytest.raises(InputError):
            cd.read_query("SELECT 1 AS a, 2 / 0 AS b", own)
        assert own.info.transaction_status == TransactionStatus.IDLE
        own.execute("CREATE TEMP TABLE mine AS SELECT 1 AS a, 2 AS b")
        assert cd.read_query("SELECT * FROM mine", own).n == 1
        assert own.info.transaction_status == TransactionStatus.INTRANS
        own.commit()
        assert own.execute("SELECT count(*) FROM mine").fetchone() == (1,)
    with connect(postgres) as own:
        status = "adbc.postgresql.transaction_status"
        assert cd.read_query(sql, own).n == 1
        assert own.adbc_connection.get_option(status) == "idle"
        with own.cursor() as cursor:
            cursor.execute("CREATE TEMP TABLE mine AS SELECT 1 AS a, 2 AS b")
            assert cd.read_query("SELECT * FROM mine", own).n == 1
            assert own.adbc_connection.get_option(status) == "intrans"
        own.rollback()
