"""The commands of `houseway`: one module each, loaded only when used."""
