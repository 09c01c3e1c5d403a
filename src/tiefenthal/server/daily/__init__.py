"""The daily evening (docs/daily.md): the same set-up and the same luck for everyone, once a day."""
