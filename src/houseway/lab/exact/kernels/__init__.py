"""Compiled counting: loops over whole numbers, which know cards and points but no pay table.

Numba keeps compiled code in `__pycache__` and compiles again when the file of a kernel has
changed. It does not watch constants that are imported from another file: delete the folder
after changing such a constant.
"""
