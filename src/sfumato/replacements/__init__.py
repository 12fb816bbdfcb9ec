"""What a term could be called instead, and which of its senses it has."""
