"""The texts of a table: terms in them, what repeats a column, and how they are rewritten."""
