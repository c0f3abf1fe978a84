"""Authentication: sessions, rate limits, people and their offices."""
