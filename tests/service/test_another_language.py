"""A text of another language is refused unless it is asked for, and in a batch it fails alone."""

import pytest

import sfumato
from sfumato.errors import InputError
from sfumato.service import Failure, Record, SanitizeRequest
from sfumato.service.verbs import default_engine
from sfumato.types import Document
from tests.languages.test_recognition import GERMAN


@pytest.mark.parametrize("verb", [sfumato.sanitize, sfumato.verify])
def test_it_is_refused_unless_asked_for(verb):
    with pytest.raises(InputError, match="plainly German"):
        verb(GERMAN, hide=["HIV"])
    assert verb(GERMAN, hide=["HIV"], any_language=True)


def test_in_a_batch_it_fails_and_others_go_on():
    records = [Record(Document("one", GERMAN)), Record(Document("two", "He is HIV-positive."))]
    request = SanitizeRequest(text="", hide=("HIV",))
    failed, made = default_engine().sanitize_all(request, records)
    assert isinstance(failed, Failure)
    assert (failed.id, failed.code) == ("one", "another-language")
    assert "HIV" not in made.text


@pytest.mark.parametrize("command", ["sanitize", "verify"])
def test_the_command_says_what_helps(run, tmp_path, command):
    (tmp_path / "brief.txt").write_text(GERMAN, encoding="utf-8")
    code, _, messages = run(command, tmp_path / "brief.txt", "--hide", "HIV")
    assert code == 2
    assert messages.rstrip().endswith("(--any-language reads it all the same)")
    assert run(command, tmp_path / "brief.txt", "--hide", "HIV", "--any-language")[0] in (0, 1)
