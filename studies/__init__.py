"""The papers' experiments, run again on the knowledge that we carry: our figures beside theirs."""
