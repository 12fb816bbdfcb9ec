"""Several processes answer at one port, and each job is in one of them: the others hand questions about it on."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sfumato.server.errors import Refused

_ID = re.compile(r"(?P<number>\d{1,4})\.[\w-]{1,80}")
_ASKED = ("authorization", "x-api-key", "x-job-token", "content-type", "idempotency-key", "cookie")
_ANSWERED = (
    "content-type", "retry-after", "location", "set-cookie", "content-security-policy", "content-disposition",
    "x-request-id",
)  # fmt: skip
_PIECE = 1 << 16


def keeper(request: Request, processes: int, here: int) -> int:
    """The number of the process that has the job of a request; this one where it is about none."""
    if found := _ID.fullmatch(request.path_params.get("id", "")):
        return int(found["number"]) if int(found["number"]) < processes else here
    key = request.headers.get("idempotency-key")
    if key and request.method == "POST" and request.url.path == "/v1/jobs":
        return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[0] % processes
    return here


async def forwarded(request: Request, port: int) -> Response:
    """What another process answers to a request, as it comes."""
    body = await request.body()
    fields = [f"{name}: {request.headers[name]}" for name in _ASKED if name in request.headers]
    query = f"?{request.url.query}" if request.url.query else ""
    first = f"{request.method} {request.url.path}{query} HTTP/1.0"  # the end of the answer is that of the connection
    head = "\r\n".join((first, "host: 127.0.0.1", f"content-length: {len(body)}", *fields, "", ""))
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode("latin-1") + body)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        lines = [line.decode("latin-1").partition(":") async for line in _until_blank(reader)]
    except (OSError, ValueError, IndexError):
        raise Refused(503, "busy", "the process that has the job does not answer", again=1) from None
    headers = {name.lower(): value.strip() for name, _, value in lines if name.lower() in _ANSWERED}
    return StreamingResponse(_rest(reader, writer), status, headers)


async def _until_blank(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while (line := await reader.readline()).strip():
        yield line


async def _rest(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> AsyncIterator[bytes]:
    try:
        while piece := await reader.read(_PIECE):
            yield piece
    finally:
        writer.close()
