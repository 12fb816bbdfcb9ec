"""Past one machine: frames of Spark, classic or over Connect, made safe, verified and inspected on the cluster.

    from sfumato import spark

    safe = spark.sanitize(notes, text="note", id="id", hide=["HIV"])
    spark.released(safe, text="note", id="id").write.parquet("released")

Each Python worker builds its engine once; all of a host map one cache. Secrets never stand in a plan.
"""

from sfumato.spark.frames import inspect, released, sanitize, verify
from sfumato.spark.knowledge import build_knowledge

__all__ = ["build_knowledge", "inspect", "released", "sanitize", "verify"]
