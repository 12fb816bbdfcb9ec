"""What a server is told when it starts."""

import pytest

from sfumato.errors import InputError
from sfumato.server import ServerConfig, read_token

TOKEN = "0123456789abcdef"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_this_machine_needs_no_token(host):
    assert ServerConfig(host=host).is_local


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "records.example.org", "localhost.evil.example"])
def test_beyond_it_a_token_is_needed(host):
    with pytest.raises(InputError) as refused:
        ServerConfig(host=host)
    assert refused.value.code == "token-missing"
    assert not ServerConfig(host=host, token=TOKEN).is_local


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "short"}, {"token": "with a space in it ..."}, {"token": "ü" * 20}, {"host": ""}, {"port": 70_000},
        {"port": -1}, {"workers": 0}, {"compat": "other"},
    ],
)  # fmt: skip
def test_what_makes_no_sense(wrong):
    with pytest.raises(InputError) as refused:
        ServerConfig(**wrong)
    assert not wrong.get("token") or wrong["token"] not in str(refused.value)


def test_no_token_shows():
    assert TOKEN not in repr(ServerConfig(token=TOKEN))


def test_the_token_of_the_environment_is_taken_away(tmp_path):
    environment = {"SFUMATO_TOKEN": f"{TOKEN}\n"}
    assert read_token(None, environment) == TOKEN
    assert environment == {}
    assert read_token(None, {}) is None


def test_the_token_of_a_file(tmp_path):
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    file.chmod(0o600)
    assert read_token(file, {"SFUMATO_TOKEN": "other"}) == TOKEN
    file.chmod(0o644)
    with pytest.raises(InputError, match="others can read"):
        read_token(file, {})
    with pytest.raises(InputError):
        read_token(tmp_path / "none", {})


def test_a_token_that_systemd_hands_over_may_show_a_group(tmp_path):
    file = tmp_path / "token"
    file.write_text(TOKEN)
    file.chmod(0o440)
    assert read_token(file, {"CREDENTIALS_DIRECTORY": str(tmp_path)}) == TOKEN
    with pytest.raises(InputError, match="others can read"):
        read_token(file, {"CREDENTIALS_DIRECTORY": str(tmp_path / "other")})
    file.chmod(0o444)
    with pytest.raises(InputError, match="others can read"):
        read_token(file, {"CREDENTIALS_DIRECTORY": str(tmp_path)})


def test_the_command_refuses_to_listen_beyond_this_machine(run):
    code, _, messages = run("serve", "--host", "0.0.0.0")
    assert code == 2
    assert "--token-file" in messages
    assert len(messages.splitlines()) == 1
