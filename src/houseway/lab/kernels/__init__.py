"""Compiled counting: loops over whole numbers, which know cards and no game's money."""
