"""What to hide, and how to judge it: policies in TOML, those that ship with sfumato, and profiles.

from sfumato import policy

policy.find("us-medical").hide                        # by name, or from a file: policy.find("ours.toml")
policy.united([policy.find("us-medical"), policy.find("hipaa-safe-harbor")])
policy.profile_of({"alpha": 2}, "alpha")              # the default profile, but for alpha
policy.written(term, "last-four")                     # what stands in for a detected number
"""

from sfumato.policy.policy import Detect, Hide, Policy, check_labels
from sfumato.policy.profile import DEFAULT, PROFILES, Profile, profile_of
from sfumato.policy.reading import find, read, shipped
from sfumato.policy.show import as_toml, described, policy_or_profile
from sfumato.policy.uniting import united
from sfumato.policy.writing import WAYS, written

__all__ = [
    "DEFAULT",
    "PROFILES",
    "WAYS",
    "Detect",
    "Hide",
    "Policy",
    "Profile",
    "as_toml",
    "check_labels",
    "described",
    "find",
    "policy_or_profile",
    "profile_of",
    "read",
    "shipped",
    "united",
    "written",
]
