"""Secrets on their way to the workers: in a file of their owner, in a variable, and never in what is pickled."""

import pickle
import stat
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.service import EngineConfig, SanitizeRequest
from sfumato.service.arrow import Columns
from sfumato.service.requests import with_drawn_key
from sfumato.spark.handover import order_of, request_of

COLUMNS = Columns(text="note")


def ordered(request, secrets=""):
    return pickle.loads(pickle.dumps(order_of("sanitize", request, COLUMNS, EngineConfig(), secrets)))


def test_secrets_lie_in_a_file_of_their_owner(tmp_path, monkeypatch):
    monkeypatch.setenv("SFUMATO_HANDOVER", str(tmp_path))
    request = SanitizeRequest(text="", hide=("Quorblax",), aliases=("Quorblax=Q",), key=b"a key of sixteen")
    order = ordered(request)
    assert b"Quorblax" not in pickle.dumps(order)
    assert b"sixteen" not in pickle.dumps(order)
    assert Path(order.file).is_relative_to(tmp_path)
    assert stat.S_IMODE(Path(order.file).stat().st_mode) == 0o600
    assert request_of(order) == request
    Path(order.file).unlink()
    with pytest.raises(InputError, match="set SFUMATO_HANDOVER to a folder that all hosts see"):
        request_of(order)


def test_what_is_no_secret_needs_no_file():
    order = ordered(SanitizeRequest(text="", policy=("us-medical",)))
    assert order.file == ""
    assert request_of(order).policy == ("us-medical",)


def test_workers_find_secrets_in_a_file_or_a_variable(tmp_path, monkeypatch):
    request = SanitizeRequest(text="", policy=("us-medical",))
    (tmp_path / "hide.txt").write_text("# ours\nHIV@2\n\n")
    assert request_of(ordered(request, str(tmp_path / "hide.txt"))).hide == ("HIV@2",)
    monkeypatch.setenv("SFUMATO_SECRETS", "HIV\nhepatitis C\n")
    assert request_of(ordered(request, "env:SFUMATO_SECRETS")).hide == ("HIV", "hepatitis C")
    monkeypatch.delenv("SFUMATO_SECRETS")
    with pytest.raises(InputError, match="no secret in it"):
        request_of(ordered(request, "env:SFUMATO_SECRETS"))


def test_workers_write_the_same_pseudonyms():
    request = SanitizeRequest(text="", hide=("HIV",))
    drawn = with_drawn_key(request, "pseudonym")
    assert len(drawn.key) == 32
    assert with_drawn_key(drawn, "pseudonym") is drawn
    assert with_drawn_key(request, "generalize").key is None
