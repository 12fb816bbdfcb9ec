"""Reviewing: a person decides what stands in a text, and the engine's judge says what each decision costs.

`items` and `acts` are pure: a document and what was done to it give its text. `log` keeps the acts on the disk,
`judging` and `wordings` ask the engine, `document` brings them together, `review` has many documents, rules and people.
"""

from sfumato.reviewing.acts import Act, Rule, State, state_of
from sfumato.reviewing.document import ReviewedDocument
from sfumato.reviewing.log import Log
from sfumato.reviewing.review import Review
from sfumato.reviewing.sources import begun, documents_of, items_of

__all__ = ["Act", "Log", "Review", "ReviewedDocument", "Rule", "State", "begun", "documents_of", "items_of", "state_of"]
