"""Whether the rows of people and tokens are what the house's own record says of them."""

from collections.abc import Iterator

import sqlalchemy as sa

from houseway.ledger.register import Register
from houseway.ledger.schema import people, tokens
from houseway.ledger.verify_cage import DatedFacts


def read_register(facts: DatedFacts) -> Register:
    register = Register()
    for at, fact in facts:
        register.note(fact, at)
    return register


def people_faults(connection: sa.Connection, facts: DatedFacts) -> Iterator[str]:
    """Everybody is in the books as the record says, and nobody else is."""
    register = read_register(facts)
    missing = set(register.people)
    for row in connection.execute(sa.select(people).order_by(people.c.name)):
        missing.discard(row.name)
        yield from register.person_faults(row)
    for name in sorted(missing):
        yield f"{name} was added, and is not in the books"


def token_faults(connection: sa.Connection, facts: DatedFacts) -> Iterator[str]:
    """Every token in the books was issued, and none that was not revoked is missing."""
    register = read_register(facts)
    missing = dict(register.tokens)
    for row in connection.execute(sa.select(tokens).order_by(tokens.c.digest)):
        missing.pop(row.digest, None)
        yield from register.token_faults(row)
    for digest, issued in sorted(missing.items()):
        mark = f"token {digest[:16]} of {issued.person}"
        yield f"{mark} ({issued.label}) is on record, and not in the books"
