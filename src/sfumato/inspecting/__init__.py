"""Inspecting text: which sets of innocent words lead, through public knowledge, to a secret, and the cheapest repair.

`inspection` looks at a document with secrets, `conclusions` and `people` at one without, `rules` finds what can be
applied to a whole collection without a search; `results` are what each question gives.
"""

from sfumato.inspecting.conclusions import Conclusion, Novelty, conclusions, novelties, unheard
from sfumato.inspecting.inspection import KINDS, PROFILE, check_findable, inspect, scheduled, search_of, weighing
from sfumato.inspecting.people import Fitting, biographies, people_fitting
from sfumato.inspecting.results import Conclusions, Inspection, Lead, Novelties, People
from sfumato.inspecting.rules import Rules, check_target, find_rules, read_rules, rules_of, write_rules
from sfumato.risk import LISTS, Inference, Keyword, Search, keywords

__all__ = [
    "KINDS",
    "LISTS",
    "PROFILE",
    "Conclusion",
    "Conclusions",
    "Fitting",
    "Inference",
    "Inspection",
    "Keyword",
    "Lead",
    "Novelties",
    "Novelty",
    "People",
    "Rules",
    "Search",
    "biographies",
    "check_findable",
    "check_target",
    "conclusions",
    "find_rules",
    "inspect",
    "keywords",
    "novelties",
    "people_fitting",
    "read_rules",
    "rules_of",
    "scheduled",
    "search_of",
    "unheard",
    "weighing",
    "write_rules",
]
