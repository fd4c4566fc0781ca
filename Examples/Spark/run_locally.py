#!/usr/bin/env python3
"""Runs the example on this machine, and compares it with `xargs -P 2`.

Usage: run_locally.py DECANT [check | measure MEGABYTES]
  check     generates 200 small archives, runs Spark with two workers, and kills one of them during the run; every line
            must be there once
  measure   compares the processor time for 200 archives of MEGABYTES in all, with two cores

Prints a line that says so if PySpark or Java is not installed, or if the system is not Linux, and exits 0.
"""
import collections
import importlib.util
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent.parent / "Benchmarks" / "Tools"))
import make_warc  # noqa: E402

FILES = 200
# Options that shorten the start of short runs.
OPTIONS = ["spark.ui.enabled=false", "spark.driver.bindAddress=127.0.0.1", "spark.driver.host=127.0.0.1"]
JAVA = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
XARGS = '"$0" --report --input warc - <"$1" >"$1.jsonl" || test $? = 1'


def make_archives(folder, size, different=FILES):
    """Writes archives of a number of bytes each, and links to the first ones; returns all paths."""
    paths = [folder / f"{number:03}.warc.gz" for number in range(FILES)]
    for number, path in enumerate(paths):
        if number >= different:
            path.symlink_to(paths[number % different])
            continue
        source, written, count = random.Random(number), 0, number * 1_000_000
        with open(path, "wb") as file:
            while written < size:
                for data in make_warc.capture(source, count):
                    written += len(data)
                    file.write(make_warc.member(data))
                count += 1
    (folder / "paths").write_text("".join(f"{path}\n" for path in paths))
    return paths


def spark(folder, decant, master, partitions):
    """Starts the example."""
    # Workers write their logs into the folder of Spark, so it is one with links.
    home = folder / "spark"
    home.mkdir()
    for entry in pathlib.Path(importlib.util.find_spec("pyspark").origin).parent.iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    command = [home / "bin" / "spark-submit", "--master", master]
    for option in [*OPTIONS, f"spark.driver.extraJavaOptions={JAVA}", f"spark.executor.extraJavaOptions={JAVA}"]:
        command += ["--conf", option]
    command += [HERE / "crawl_summary.py", folder / "paths", folder / "lines", str(partitions)]
    environment = dict(os.environ, DECANT=decant, SPARK_HOME=str(home))
    environment["PYSPARK_PYTHON"] = environment["PYSPARK_DRIVER_PYTHON"] = sys.executable
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=sys.stderr, stderr=open(folder / "log", "w"))


def lines(text):
    """Returns the lines of reports without the times."""
    return collections.Counter(re.sub(r'"milliseconds":[0-9.e-]+', "", line) for line in text.splitlines())


def descendants(process):
    """Returns the processes below a process, each with its parent and its command line."""
    children = collections.defaultdict(list)
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                children[parent].append((int(entry.name), parent, (entry / "cmdline").read_bytes()))
            except OSError:
                pass
    found, open_ = [], [process]
    while open_:
        below = children[open_.pop()]
        found += below
        open_ += [number for number, _, _ in below]
    return found


def kill_worker(process, folder):
    """Waits until a task has ended, then kills a worker; returns whether the run had not ended."""
    while process.poll() is None:
        if any((folder / "lines").glob("_temporary/0/task_*")):
            workers = [number for number, _, line in descendants(process.pid) if b"CoarseGrainedExecutor" in line]
            if workers:
                os.kill(workers[0], signal.SIGKILL)
                return not (folder / "lines" / "_SUCCESS").exists()
        time.sleep(0.02)
    return False


def xargs(folder, decant):
    """Starts the command for the archives, in two processes at a time."""
    return subprocess.Popen(["xargs", "-a", folder / "paths", "-P", "2", "-n", "1", "sh", "-c", XARGS, decant])


def expected(paths):
    """Returns the lines of `xargs`, with the path of the archive as Spark has it."""
    text = ""
    for path in paths:
        member = '{"archive":"' + str(path) + '",'
        text += "".join(member + line[1:] for line in path.with_name(path.name + ".jsonl").open(encoding="utf-8"))
    return lines(text)


def seconds(process):
    """Waits for a process, and returns the processor seconds of it and of all processes below it.

    The daemon of PySpark does not wait for its workers, so their time, and that of their commands, is read while they
    run.
    """
    before, used = resource.getrusage(resource.RUSAGE_CHILDREN), {}
    while process.poll() is None:
        # A worker is a copy of the daemon, with the same command line.
        python = {number: parent for number, parent, line in descendants(process.pid) if b"pyspark.daemon" in line}
        for worker in (number for number, parent in python.items() if parent in python):
            try:
                fields = pathlib.Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
                used[worker] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            except OSError:
                pass
        time.sleep(0.1)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime + sum(used.values())


def check(folder, decant):
    paths = make_archives(folder, 50_000)
    process = spark(folder, decant, "local-cluster[2,1,1024]", 50)
    killed = kill_worker(process, folder)
    if process.wait() != 0:
        sys.exit((folder / "log").read_text()[-4000:])
    if not killed:
        sys.exit("Spark ended before a worker was killed.")
    if xargs(folder, decant).wait() != 0:
        sys.exit("xargs failed.")
    found = lines("".join(part.read_text(encoding="utf-8") for part in (folder / "lines").glob("part-*")))
    wanted = expected(paths)
    if found != wanted:
        sys.exit(f"{(wanted - found).total()} lines are lost, and {(found - wanted).total()} are surplus.")
    print(f"note: {found.total()} lines of {FILES} archives, after a worker was killed")


def measure(folder, decant, megabytes):
    make_archives(folder, megabytes * 1_000_000 // FILES, different=2)
    one = seconds(xargs(folder, decant))
    two = seconds(spark(folder, decant, "local[2]", 8))
    name, value = "Spark, processor seconds / xargs -P 2, at most", two / one
    print(f"note: xargs {one:.1f} s, Spark {two:.1f} s, {megabytes} MB of records", file=sys.stderr)
    print(name, f"{value:.2f}", 1.6, "ok" if value <= 1.6 else "short", sep="\t")


def main():
    if sys.platform != "linux":
        return print("note: skipped, the processes of Spark are found in /proc")
    if importlib.util.find_spec("pyspark") is None or shutil.which("java") is None:
        return print("note: skipped, PySpark or Java is not installed")
    decant, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(tempfile.mkdtemp())
    try:
        if sys.argv[2:3] == ["measure"]:
            measure(folder, decant, int(sys.argv[3]))
        else:
            check(folder, decant)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
