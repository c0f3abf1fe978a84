"""A small client of a house, for programs: tables, commands, views.

    async with HouseClient("http://127.0.0.1:8052") as house:
        await house.come_in_as_guest()
        async with house.table("uth-1") as table:
            await table.tell({"type": "sit", "seat": 1})

The client gives each command an id. When the connection is lost, the client connects again by
itself and repeats what was not answered; the house does nothing twice.
"""

from houseway.client.house import HouseClient
from houseway.client.table import Refused, TableClient

__all__ = ["HouseClient", "Refused", "TableClient"]
