"""Tables: the page and the sockets of a table, and the way of a command to it.

Everything on the page is drawn by the server from one person's view, so that a page cannot
show anything that its person may not see.
"""
