"""Compiled counting: loops over whole numbers, which know cards and points but no pay table.

Numba keeps what it compiled in `__pycache__` and compiles again when the file of a kernel has
changed. A constant imported from another file is not watched: delete the folder after changing
one.
"""
