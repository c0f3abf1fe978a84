"""A small client of a house, for programs: tables, commands, views.

    async with HouseClient("http://127.0.0.1:8052") as house:
        await house.come_in_as_guest()
        async with house.table("uth-1") as table:
            await table.tell({"type": "sit", "seat": 1})

A command has an id of the client's making. When the connection is lost the client comes
back by itself and sends again what was not answered; the house does nothing twice.
"""

from houseway.client.house import HouseClient
from houseway.client.refusals import Refused
from houseway.client.table import TableClient

__all__ = ["HouseClient", "Refused", "TableClient"]
