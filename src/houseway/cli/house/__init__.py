"""The house at the command line: serve it, its accounts, people and backups."""
