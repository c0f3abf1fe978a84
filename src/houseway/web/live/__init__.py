"""A table in the browser: the felt with what lies on it, and the panel beside it.

Everything is drawn by the server from one person's view, so that a page cannot show what
its person may not see.
"""
