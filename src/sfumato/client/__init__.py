"""Asks a server what one would ask an engine: the same requests, the same results, over HTTP.

    from sfumato.client import Client
    from sfumato.service import SanitizeRequest

    client = Client("http://127.0.0.1:8421")
    client.sanitize(SanitizeRequest(text=letter, hide=("HIV",))).text

It needs nothing but Python's own HTTP, keeps no connection open, follows no redirect and asks no proxy, so that many
threads may share one. What goes wrong is a `ServerError` with the server's status and code.
"""

from sfumato.client.asking import Client
from sfumato.client.wire import Job, JobState, SafeDocument
from sfumato.errors import ServerError

__all__ = ["Client", "Job", "JobState", "SafeDocument", "ServerError"]
