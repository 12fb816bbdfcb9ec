"""The description of all routes that programs read (OpenAPI 3.1), made from the engine's own types."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any, get_type_hints

import msgspec

from sfumato.server.config import Limits
from sfumato.server.offsets import UNITS
from sfumato.server.verbs import NAMES, VERBS

_REF = "#/components/schemas/{name}"
_ERRORS = {
    400: "no JSON, or no form", 401: "the token is missing or is another", 403: "a wrong host or a foreign origin",
    404: "nothing here", 405: "another method", 408: "the body did not come in time", 413: "too large",
    415: "another content type", 422: "the request cannot be used: the code says why", 500: "unforeseen",
    503: "busy: come again after the seconds of Retry-After",
}  # fmt: skip
_OFFSETS = {
    "enum": list(UNITS),
    "default": UNITS[0],
    "description": "What places are counted in, here and in the result.",
}
_TEXT = {"type": "string"}
_TABLE = {
    "csv": {"type": "string", "description": "The table as a CSV with a header, or ..."},
    "rows": {"type": "array", "items": {"type": "object"}, "description": "... its rows as objects: one of both."},
}
_REVIEW = {
    "reviewer": {"type": "string", "description": "Who decides: the certificate says so."},
    "inverse": {"type": "boolean", "default": False, "description": "Everything goes but what is marked to stay."},
}
_FORM = {
    "multipart/form-data": {
        "schema": {
            "type": "object",
            "properties": {
                "request": {"type": "object", "description": "A sanitize request without text."},
                "document": {"type": "string", "contentMediaType": "application/octet-stream"},
            },
            "required": ["request", "document"],
        }
    }
}


@cache
def openapi() -> dict[str, Any]:
    """The description, in plain values for JSON."""
    schemas = _schemas()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sfumato",
            "version": version("sfumato"),
            "description": "Replaces what would disclose a secret by something true but less precise. A request may be "
            f"an array of up to {Limits().items:,} requests: "
            "the answer is an array, too, and a request that fails is an error in its place.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": _paths(),
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
        },
        "security": [{}, {"bearer": []}, {"key": []}],
    }


def _schemas() -> dict[str, Any]:
    from sfumato.tables import AnonymizeRequest, AnonymizeResult

    hints = get_type_hints(AnonymizeResult)
    figures = {name: hints[name] for name in ("measures", "verdict", "report")}
    types = [kind for verb in VERBS.values() for kind in (verb.asked, *verb.answered)]
    found, parts = msgspec.json.schema_components([*types, AnonymizeRequest, *figures.values()], ref_template=_REF)
    schemas: dict[str, Any] = {**parts}
    for verb in VERBS.values():
        for kind in (verb.asked, *verb.answered):
            schemas[kind.__name__]["properties"]["offsets"] = _OFFSETS
    for asked_for in (*(verb.asked for verb in VERBS.values()), AnonymizeRequest):
        schemas[asked_for.__name__]["additionalProperties"] = False
    review = schemas["SanitizeRequest"]
    schemas["ReviewRequest"] = {**review, "title": "ReviewRequest", "properties": {**review["properties"], **_REVIEW}}
    asked = schemas["AnonymizeRequest"]
    asked["properties"] = {**asked["properties"], **_TABLE}
    for name in ("config_file",):
        asked["properties"].pop(name)
    references = dict(zip(figures, found[len(types) + 1 :], strict=True))
    schemas["AnonymizeResult"] = {
        "type": "object",
        "description": "What a release costs, whether it holds, and the release: only csv or rows may be published.",
        "properties": {**references, **_TABLE},
        "required": list(figures),
    }
    schemas["Error"] = _object(
        "What went wrong; it never quotes a text or a secret.",
        error=_object("", code=_TEXT, message=_TEXT, where=_TEXT),
    )
    id = {"type": "string", "description": "How the log calls the request; not of one of an array, or of a job."}
    schemas["Error"]["properties"]["error"]["properties"]["request_id"] = id
    step = _object("How far it is.", step=_TEXT, done={"type": "integer"}, total={"type": "integer"}, unit=_TEXT)
    job = _object("Long work.", id=_TEXT, state={"enum": ["waiting", "running", "done", "failed", "cancelled"]})
    job["properties"] |= {"progress": step, "token": {"type": "string", "description": "Told once, when it is made."}}
    schemas["Job"] = job
    schemas["JobRequest"] = _object(
        "Work that takes long: what the route of the verb takes.", verb={"enum": list(NAMES)}, request={}
    )
    return dict(sorted(schemas.items()))


def _object(about: str, **properties: Any) -> dict[str, Any]:
    made = {"type": "object", "properties": properties, "required": list(properties)}
    return {**made, "description": about} if about else made


def _paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for name, verb in VERBS.items():
        results = [_ref(kind.__name__) for kind in verb.answered]
        result = results[0] if len(results) == 1 else {"anyOf": results}
        paths[f"/v1/{name}"] = {"post": _operation(name, verb.about, _many(_ref(verb.asked.__name__)), _items(result))}
    about = "A release of a table of people in which everyone is one of at least k."
    asked, result = _ref("AnonymizeRequest"), _ref("AnonymizeResult")
    paths["/v1/anonymize"] = {"post": _operation("anonymize", about, _many(asked), _items(result))}
    about = "What the columns of a table are by their names and cells: a config to be checked before it is used."
    table = {"type": "object", "properties": _TABLE, "additionalProperties": False}
    guessed = _object("", config={"type": "object"}, rows={"type": "integer"})
    paths["/v1/guess"] = {"post": _operation("guess", about, table, guessed)}
    documents = _operation("documents", "A document made safe: bytes in, bytes out.", None, {})
    documents["requestBody"] = {"required": True, "content": _FORM}
    documents["responses"]["200"]["content"] = {"*/*": {"schema": {"type": "string"}}, **_json({"type": "object"})}
    documents["responses"]["200"]["headers"] = {"X-Sfumato-Holds": {"schema": {"enum": ["true", "false"]}}}
    paths["/v1/documents"] = {"post": documents}
    paths |= _job_paths()
    about = "Begins a review of a text or a document: the path of its page, which opens once, in one browser."
    begun = _operation("review", about, _ref("ReviewRequest"), _object("", address=_TEXT))
    begun["requestBody"]["content"] |= _FORM
    begun["responses"]["429"] = {"description": "too many reviews", "content": _json(_ref("Error"))}
    paths["/v1/reviews"] = {"post": begun}
    anything = {"type": "object"}
    for path, about in (
        ("/v1/policies", "The policies and profiles that can be named."),
        ("/v1/policies/{name}", "All of a policy or profile."),
        ("/v1/knowledge", "What an attacker can know: what was counted."),
        ("/livez", "Whether the server runs."),
        ("/readyz", "Whether what the engine needs is loaded."),
        ("/openapi.json", "This."),
    ):
        paths[path] = {"get": _operation(path.strip("/").split("/")[-1].strip("{}"), about, None, anything)}
    paths["/v1/policies/{name}"]["parameters"] = [_parameter("name", "path")]
    terms = _object("", terms={"type": "array", "items": _TEXT})
    paths["/v1/knowledge"]["post"] = _operation("count", "Documents that have each term, and all.", terms, anything)
    return paths


def _job_paths() -> dict[str, Any]:
    own = [_parameter("id", "path"), _parameter("X-Job-Token", "header")]
    made = _operation("submit", "Hands in long work; its token is told here alone.", _ref("JobRequest"), _ref("Job"))
    made["requestBody"]["content"] |= _FORM
    made["responses"]["202"] = made["responses"].pop("200")
    made["responses"]["429"] = {"description": "too many jobs", "content": _json(_ref("Error"))}
    made["parameters"] = [{**_parameter("Idempotency-Key", "header"), "required": False}]
    cancelled = _operation("cancel", "Cancels a job, and forgets it.", None, {})
    cancelled["responses"]["204"] = {"description": "cancelled"}
    del cancelled["responses"]["200"]
    events = _operation("events", "What happens to it, as server-sent events, until it has ended.", None, {})
    events["responses"]["200"]["content"] = {"text/event-stream": {"schema": _TEXT}}
    result = _operation("result", "The result, once: then the job is forgotten.", None, {})
    result["responses"]["409"] = {"description": "not done", "content": _json(_ref("Error"))}
    state = _operation("state", "How far a job is.", None, _ref("Job"))
    return {
        "/v1/jobs": {"post": made},
        "/v1/jobs/{id}": {"parameters": own, "get": state, "delete": cancelled},
        "/v1/jobs/{id}/events": {"parameters": own, "get": events},
        "/v1/jobs/{id}/result": {"parameters": own, "get": result},
    }


def _operation(name: str, about: str, asked: Any, result: Any) -> dict[str, Any]:
    errors = {str(code): {"description": said, "content": _json(_ref("Error"))} for code, said in _ERRORS.items()}
    answer = {"description": about, "content": _json(result)}
    body = {"requestBody": {"required": True, "content": _json(asked)}} if asked else {}
    return {"operationId": name, "summary": about, **body, "responses": {"200": answer, **errors}}


def _parameter(name: str, place: str) -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "schema": _TEXT}


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _REF.format(name=name)}


def _many(schema: Any) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "array", "items": schema, "maxItems": Limits().items}]}


def _items(schema: Any) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "array", "items": {"anyOf": [schema, _ref("Error")]}}]}
