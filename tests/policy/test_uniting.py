"""Several policies as one: nothing that one of them hides is left by another."""

from itertools import permutations

import pytest

from sfumato.errors import InputError
from sfumato.policy import DEFAULT, Detect, Hide, Policy, Profile, find, profile_of, read, shipped, united
from sfumato.policy.hiding import policy_of
from sfumato.types import Term

SSN = Term(0, 11, "078-05-1120", "US_SSN")
DATE = Term(5, 15, "1958-03-12", "DATE_TIME")


def written(policy, detector, term, text=" " * 40):
    """How a policy writes a span."""
    entry = policy.entry(detector, term, text)
    return entry and entry.write


def of(*rules, **more):
    return Policy(more.pop("name", "ours"), detect=rules, **more)


def test_secrets_and_detectors_of_both():
    both = policy_of(policy=("us-medical", "hipaa-safe-harbor"))
    assert both.name == "us-medical + hipaa-safe-harbor"
    assert both.hide == find("us-medical").hide
    assert both.detect == find("hipaa-safe-harbor").detect
    assert both.profile == DEFAULT


def test_one_is_itself():
    assert policy_of(policy="us-medical") == policy_of(policy=["us-medical"]) == find("us-medical")


@pytest.mark.parametrize("order", [("court", "hipaa-safe-harbor"), ("hipaa-safe-harbor", "court")])
def test_the_stricter_way_to_write_decides_in_whatever_order(order):
    both = policy_of(policy=order)
    assert written(both, "patterns", SSN) == "redact"
    assert written(both, "patterns", Term(0, 5, "62704", "POSTCODE")) == "redact"
    assert written(both, "patterns", DATE, "born 1958-03-12") == "birth-year"
    assert written(both, "patterns", DATE) == "year"
    assert written(both, "entities", Term(0, 4, "Jane", "PERSON")) == "redact"


def test_every_pair_that_ships_unites_alike_or_not_at_all():
    for pair in permutations(shipped().values(), 2):
        try:
            one = united(pair)
        except InputError:
            with pytest.raises(InputError, match="contradict"):
                united(pair[::-1])
        else:
            other = united(pair[::-1])
            assert {hide.label for hide in one.hide} == {hide.label for hide in other.hide}
            for rule in one.detect:
                for label in rule.labels:
                    term = Term(0, 3, "abc", label)
                    assert written(one, rule.detector, term) == written(other, rule.detector, term)


def test_ways_to_write_of_which_neither_is_stricter():
    with pytest.raises(InputError, match="what patterns finds as AGE is written as generalize in person and age-90 in"):
        policy_of(policy=("person", "hipaa-safe-harbor"))
    lax = of(Detect("entities", write="generalize"), Detect("informative", bits=5.0, write="redact"), name="lax")
    odd = of(Detect("entities", write="redact"), Detect("informative", bits=8.0), name="odd")
    with pytest.raises(InputError, match="whatever else entities finds is written as generalize in lax and redact in"):
        united([lax, odd])


def test_rules_about_everything():
    lax, strict = (
        of(Detect("patterns")),
        of(Detect("patterns", ("US_SSN",), "last-four"), Detect("patterns", (), "redact")),
    )
    with pytest.raises(InputError, match="US_SSN"):
        united([lax, strict])
    strict = of(Detect("patterns", ("US_SSN",), "redact"), Detect("patterns", (), "redact"))
    for pair in ([lax, strict], [strict, lax]):
        assert written(united(pair), "patterns", SSN) == written(united(pair), "patterns", DATE) == "redact"


def test_an_exception_of_one_is_none_for_the_other():
    ours = of(Detect("list", names=("Ward 7",), write="keep"), Detect("patterns", ("DATE_TIME",), "keep"))
    both = united([ours, find("hipaa-safe-harbor")])
    assert both.detect == find("hipaa-safe-harbor").detect
    assert united([ours, find("us-medical")]).detect == ours.detect


def test_the_same_name_on_two_lists():
    one = of(Detect("list", ("WARD",), "initials", names=("Ward 7", "Ward 8")))
    both = united([one, of(Detect("list", write="redact", names=("Ward 7",)))])
    assert both.detect[0] == Detect("list", write="redact", names=("Ward 7",))


def test_the_stricter_setting():
    one = Policy("one", hide=(Hide("HIV"),), profile=Profile(alpha=2, unknown="review", support=5, keep_negated=True))
    other = Policy("other", hide=(Hide("hiv", 1.2, ("slim",)),), profile=Profile(groups=2, identifying="always"))
    both = united([one, other])
    profile = both.profile
    assert (profile.alpha, profile.groups, profile.support, profile.keep_negated) == (2, 2, 3, False)
    assert (profile.unknown, profile.identifying) == ("redact", "always")
    assert profile.name == "default with alpha 2, groups 2, identifying always"
    assert both.hide == (Hide("HIV", 2, ("slim",)),)


@pytest.mark.parametrize(
    ("key", "value"),
    [("judge", "correlated"), ("counting", "surface"), ("method", "pseudonym"), ("contextualised", True)],
)
def test_settings_of_which_neither_is_stricter(key, value, tmp_path):
    said = value if isinstance(value, str) else "true"
    (tmp_path / "ours.toml").write_text(
        f'[[hide]]\nlabel = "HIV"\n[profile]\n{key} = {str(value).lower() if value is True else repr(value)}\n'
    )
    names = ("us-medical", str(tmp_path / "ours.toml"))
    with pytest.raises(
        InputError, match=f"policies contradict each other: {key} is .* in us-medical, {said} in ours"
    ) as no:
        policy_of(policy=names)
    assert no.value.code == "settings-contradict"
    assert getattr(policy_of(policy=names, settings={key: value}).profile, key) == value
    assert policy_of(policy=names, profile_name="default").profile == DEFAULT


def test_a_policy_of_detectors_never_weakens_a_secret(tmp_path):
    (tmp_path / "ours.toml").write_text(
        '[[detect]]\ndetector = "patterns"\n[profile]\nidentifying = "never"\nunknown = "keep"\nalpha = 1\n'
    )
    ours = str(tmp_path / "ours.toml")
    assert read(ours).profile.unknown == "keep"
    for found in (
        policy_of(["HIV"], policy="hipaa-safe-harbor"),
        policy_of(["HIV"], policy=ours),
        policy_of(policy=(ours, "us-medical")),
        policy_of(policy=("us-medical", ours)),
        policy_of(policy=ours),  # a record may name its own secrets
    ):
        assert found.profile == DEFAULT, found.name
    assert policy_of(["HIV"], policy="court").profile == profile_of({"gaps": "mark"}, "settings")
    assert policy_of(["HIV"], policy=ours, settings={"unknown": "keep"}).profile.unknown == "keep"
    assert policy_of(["Jane Roe"], policy="person").profile.identifying == "always"


def test_a_policy_with_secrets_of_its_own_weakens_no_other():
    lax = Policy("lax", hide=(Hide("hepatitis"),), profile=Profile(unknown="keep", judge="correlated", alpha=2))
    assert policy_of(["Hepatitis@3"], base=lax).profile == lax.profile
    judged = policy_of(["HIV"], base=lax).profile
    assert (judged.unknown, judged.judge, judged.alpha) == ("redact", "correlated", 2)
    assert policy_of(["HIV"], base=Policy("how", profile=lax.profile)).profile == lax.profile  # it is for them alone


def test_taxonomies_of_both():
    one, other = Policy("one", taxonomies=("MeSH",)), Policy("other", taxonomies=("WordNet", "MeSH"))
    assert united([one, other]).taxonomies == ("MeSH", "WordNet")
    assert united([one, Policy("all", hide=(Hide("HIV"),))]).taxonomies == ("MeSH", "MONDO", "HP", "WordNet", "places")


def test_a_medical_record():
    record = find("medical-record")
    assert {hide.label for hide in record.hide} == {hide.label for hide in find("us-medical").hide}
    assert record.detect == find("hipaa-safe-harbor").detect
    assert record.profile == DEFAULT


def test_a_file_extends_several(tmp_path):
    (tmp_path / "ours.toml").write_text('extends = ["us-medical", "court"]\n[profile]\nalpha = 2\n')
    ours = read(tmp_path / "ours.toml")
    assert ours.hide == find("us-medical").hide
    assert ours.detect == find("court").detect
    assert ours.profile.name == "default with alpha 2, gaps mark"
    (tmp_path / "none.toml").write_text("extends = []\n")
    with pytest.raises(InputError, match=r"none.toml: extends"):
        read(tmp_path / "none.toml")
