"""Compiled counting: plain loops over small tables of whole numbers, one trick a file.

Nothing here knows a pay table or a rule by heart. What a game decides comes in as
numbers, and every kernel has a slow, readable twin in the tests.
"""
