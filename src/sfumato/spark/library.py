"""The one place that imports pyspark, which is an optional extra, and only when something of it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sfumato.errors import MissingExtra

_HOMES = {
    "Observation": "pyspark.sql",
    "PySparkException": "pyspark.errors",
    "SparkSession": "pyspark.sql",
    "StructField": "pyspark.sql.types",
    "StructType": "pyspark.sql.types",
    "from_arrow_schema": "pyspark.sql.pandas.types",
    "functions": "pyspark.sql",
    "manager": "pyspark.daemon",
    "to_arrow_type": "pyspark.sql.pandas.types",
}


def __getattr__(name: str) -> Any:
    """What is called so in pyspark."""
    if name not in _HOMES:
        raise AttributeError(f"module 'sfumato.spark.library' has no attribute {name!r}")
    try:
        return getattr(import_module(_HOMES[name]), name)
    except ImportError:
        raise MissingExtra("Spark", "spark") from None
