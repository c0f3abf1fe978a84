"""The API: its models, its problems, and its description."""
