"""What `compile_kinds.py` is made of: openings of articles, their noun phrases, ladders and senses of heads."""
