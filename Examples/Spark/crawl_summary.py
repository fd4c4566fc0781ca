#!/usr/bin/env python3
"""Decodes the responses of web archives with Spark and the command decant, and counts them by verdict and error code.

Usage: spark-submit crawl_summary.py PATHS OUTPUT [PARTITIONS]
  PATHS        a file with the path of an archive on each line
  OUTPUT       a new folder for the lines of the reports, with the path of the archive as `archive`
  PARTITIONS   the number of tasks; by default, four for each core

DECANT names the command; by default, it is on the PATH of every worker.
"""
import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession

SCHEMA = "archive string, url string, status int, bytes bigint, verdict string, error struct<code: string>"


def report(paths, decant):
    """Yields the lines of the reports of some archives.

    The status 1 says that a response failed, and its line why. Any other status fails the task, and Spark repeats it.
    """
    for path in paths:
        member = '{"archive":' + json.dumps(path) + ","
        with open(path, "rb") as archive:
            process = subprocess.Popen(
                [decant, "--report", "--input", "warc", "-"], stdin=archive, stdout=subprocess.PIPE, encoding="utf-8"
            )
        for line in process.stdout:
            yield member + line[1:-1]
        if process.wait() not in (0, 1):
            raise RuntimeError(f"{path}: decant ended with the status {process.returncode}")


def main():
    paths, output = sys.argv[1], sys.argv[2]
    spark = SparkSession.builder.appName("crawl summary").config("spark.sql.shuffle.partitions", 2).getOrCreate()
    context, decant = spark.sparkContext, os.environ.get("DECANT", "decant")
    partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 4 * context.defaultParallelism
    with open(paths, encoding="utf-8") as file:
        archives = context.parallelize(file.read().splitlines(), partitions)
    # The lines of a task become visible when it has succeeded, once.
    archives.mapPartitions(lambda some: report(some, decant)).saveAsTextFile(output)
    lines = spark.read.schema(SCHEMA).json(output)
    lines.createOrReplaceTempView("lines")
    spark.sql(
        """
        SELECT verdict, error.code, count(*) AS responses, count(DISTINCT archive) AS archives, sum(bytes) AS bytes
        FROM lines GROUP BY ALL ORDER BY responses DESC
        """
    ).show(truncate=False)
    spark.stop()


if __name__ == "__main__":
    main()
