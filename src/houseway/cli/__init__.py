"""The commands of `houseway`: a module for each command, or for each group of commands."""
