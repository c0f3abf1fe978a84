"""The commands of `houseway`: a folder for each subject, a module for each command."""
