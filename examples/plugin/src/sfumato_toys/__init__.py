"""One plug-in of each kind for sfumato: copy the one that you need."""
