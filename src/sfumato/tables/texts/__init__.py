"""The texts of a table: which terms they have, what repeats a column, and how they are rewritten."""
