"""Data that ships with sfumato; `LICENSES.md` says where each file comes from."""
