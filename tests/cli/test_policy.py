"""`sfumato policy`."""

import json
import tomllib

import pytest

from sfumato import policy


def test_list_names_all(run):
    code, out, _ = run("policy", "list")
    assert code == 0
    for name in (*policy.shipped(), *policy.PROFILES):
        assert f"  {name} " in out
    listed = json.loads(run("policy", "list", "--json")[1])
    assert list(listed["policies"]) == list(policy.shipped())
    assert list(listed["profiles"]) == list(policy.PROFILES)
    assert all(listed["policies"].values())


@pytest.mark.parametrize("name", policy.shipped())
def test_show_prints_a_policy_file(run, tmp_path, name):
    code, out, _ = run("policy", "show", name)
    assert code == 0
    saved = tmp_path / "saved.toml"
    saved.write_text(out, encoding="utf-8")
    assert policy.read(saved) == policy.find(name)
    assert json.loads(run("policy", "show", name, "--json")[1])["name"] == name


@pytest.mark.parametrize("name", policy.PROFILES)
def test_show_prints_a_profile(run, name):
    code, out, _ = run("policy", "show", name)
    assert code == 0
    table = tomllib.loads(out)["profile"]
    assert policy.profile_of(table, "") == policy.PROFILES[name]
    assert json.loads(run("policy", "show", name, "--json")[1]) == table
    assert all("# " in line for line in out.splitlines()[1:]), "each setting is explained"


def test_show_reads_a_file_with_what_it_extends(run, tmp_path):
    (tmp_path / "ours.toml").write_text('extends = "us-medical"\n[[hide]]\nlabel = "hepatitis"\n')
    code, out, _ = run("policy", "show", tmp_path / "ours.toml")
    assert code == 0
    assert 'label = "hepatitis"' in out
    assert 'label = "HIV"' in out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("us-medcal", "did you mean us-medical?"),
        ("US-Medical", "did you mean us-medical?"),
        ("defalt", "did you mean default?"),
        ("zebra", "there are court, gdpr-special-categories"),
        ("none.toml", "none.toml: no such file"),
    ],
)
def test_an_unknown_name_is_one_clear_line(run, given, said):
    code, out, messages = run("policy", "show", given)
    assert (code, out) == (2, "")
    assert said in messages
    assert len(messages.splitlines()) == 1


def test_a_typing_mistake_is_one_clear_line(run, tmp_path):
    (tmp_path / "mine.toml").write_text("[profile]\nalhpa = 2\n")
    code, _, messages = run("policy", "show", tmp_path / "mine.toml")
    assert code == 2
    assert messages.endswith('mine.toml: [profile]: unknown key "alhpa" (did you mean alpha?)\n')


def test_a_policy_cannot_move_the_cursor(run, tmp_path):
    (tmp_path / "mine.toml").write_text('description = "red \\u001b[31m\\u0007"\nname = "a\\u001b[2J"\n')
    code, out, _ = run("policy", "show", tmp_path / "mine.toml")
    assert code == 0
    assert "\x1b" not in out
    (tmp_path / "bad.toml").write_text('"a\\u001b[2J" = 1\n')
    code, _, messages = run("policy", "show", tmp_path / "bad.toml")
    assert code == 2
    assert "\x1b" not in messages
