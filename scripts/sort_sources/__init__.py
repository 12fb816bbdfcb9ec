"""Where the weights of sorts come from: titles whose sort is known, and where they stand in articles."""
