"""English: normal form, reading, names, negation and wording."""
