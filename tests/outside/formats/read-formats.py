"""Reads the formats in a folder with the readers that analysts use, and writes what each found as JSON."""

import csv
import datetime
import json
import sqlite3
import sys
from pathlib import Path

import pandas
import polars
import pyarrow.json
import pyarrow.parquet

folder = Path(sys.argv[1])
parquet, table, lines = (folder / f"reviews.{end}" for end in ("parquet", "csv", "ndjson"))
MIDNIGHT = datetime.time()
csv.field_size_limit(1 << 20)


def plain(value):
    # pyarrow takes texts of days and instants in JSON for times without a zone.
    if isinstance(value, datetime.datetime) and value.tzinfo is None:
        is_day = value.time() == MIDNIGHT
        return value.date().isoformat() if is_day else f"{value.isoformat()}Z"
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    raise TypeError(f"{value!r} is no JSON")


def read_csv():
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def read_sqlite():
    database = sqlite3.connect(folder / "reviews.sqlite")
    database.row_factory = sqlite3.Row
    return [dict(row) for row in database.execute("SELECT * FROM reviews ORDER BY position")]


# One record has stars in halves and many do not: guesses by the first hundred rows may be wrong.
READERS = {
    "pyarrow parquet": lambda: pyarrow.parquet.read_table(parquet).to_pylist(),
    "polars parquet": lambda: polars.read_parquet(parquet).to_dicts(),
    "csv": read_csv,
    "polars csv": lambda: polars.read_csv(
        table, infer_schema=False, empty_string_is_null=False
    ).to_dicts(),
    "pandas csv": lambda: pandas.read_csv(table, dtype=str, keep_default_na=False).to_dict("records"),
    "pyarrow ndjson": lambda: pyarrow.json.read_json(
        lines, read_options=pyarrow.json.ReadOptions(block_size=1 << 24)
    ).to_pylist(),
    "polars ndjson": lambda: polars.read_ndjson(lines, infer_schema_length=None).to_dicts(),
    "polars json": lambda: polars.read_json(
        folder / "reviews.json", infer_schema_length=None
    ).to_dicts()[0]["reviews"],
    "pyarrow json": lambda: pyarrow.json.read_json(
        folder / "reviews.json",
        read_options=pyarrow.json.ReadOptions(block_size=1 << 28),
        parse_options=pyarrow.json.ParseOptions(newlines_in_values=True),
    ).to_pylist()[0]["reviews"],
    "sqlite3": read_sqlite,
}

json.dump({name: read() for name, read in READERS.items()}, sys.stdout, default=plain)
