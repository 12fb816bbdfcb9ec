"""Tables of people: the person-centric view, partitioning, recoding and what they cost (RX)."""
