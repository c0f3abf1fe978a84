"""The tables of the record, for SQLite and PostgreSQL alike."""

import sqlalchemy as sa

metadata = sa.MetaData()

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("command_id", sa.Text),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("before", sa.BigInteger),
    # Both follow from the body; they are what a search asks for.
    sa.Column("type", sa.Text),
    sa.Column("actor", sa.Text),
    # A record follows the one before it: the store itself allows no gap.
    sa.ForeignKeyConstraint(
        ["table_id", "before"], ["events.table_id", "events.seq"], name="follows_a_record"
    ),
    # A command takes effect at most once, whoever sends it again and whenever.
    sa.UniqueConstraint("table_id", "command_id", name="one_effect_a_command"),
)

seeds = sa.Table(
    "seeds",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("shuffle", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
)

store_key = sa.Table(
    "store_key",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # By this the store knows its key again, which is kept outside it.
    sa.Column("fingerprint", sa.Text, nullable=False),
)

opened_seals = sa.Table(
    "opened_seals",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("shuffle", sa.BigInteger, primary_key=True, autoincrement=False),
    # What sealed the cards of a shuffle; it is written here when they are no secret any more.
    sa.Column("key", sa.LargeBinary, nullable=False),
)

rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("first_seq", sa.BigInteger, nullable=False),
    sa.Column("last_seq", sa.BigInteger, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("void", sa.Boolean, nullable=False),
    sa.Index("rounds_by_time", "ended"),
)

round_irregularities = sa.Table(
    "round_irregularities",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sqlite_with_rowid=False,
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("wager", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Column("net", sa.BigInteger, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("clause_set", sa.Text),
    sa.Index("results_by_player", "player"),
)

clause_sets = sa.Table(
    "clause_sets",
    metadata,
    # A digest of the clauses, so that results which cite the same ones share these rows.
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("clause", sa.Text, primary_key=True),
    sa.Index("clause_sets_by_clause", "clause"),
    sqlite_with_rowid=False,
)

INDEX = (rounds, round_irregularities, results)
"""The index of rounds: it follows from the events, and can be thrown away and made again."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("form", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    # Names that only look different are one person's.
    sa.Column("known_as", sa.Text, nullable=False, unique=True),
    sa.Column("office", sa.Text, nullable=False),
    sa.Column("password", sa.Text),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("locked_until", sa.BigInteger, nullable=False),
    sa.Column("generation", sa.Integer, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("tokens_by_person", "person"),
)

wallet = sa.Table(
    "wallet",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    # Each move follows the one before, so that two at once cannot spend the same chips.
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text),
    sa.Column("command_id", sa.Text),
    sa.CheckConstraint("balance >= 0", name="nobody_owes_the_cage"),
)

coupons = sa.Table(
    "coupons",
    metadata,
    sa.Column("serial", sa.Text, primary_key=True),
    # Issued, placed, returned, spent: each state follows the one before.
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("face", sa.BigInteger, nullable=False),
    sa.Column("person", sa.Text),
    sa.Column("table_id", sa.Text),
)

login_tries = sa.Table(
    "login_tries",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    # An address or a device; empty for all strange ones together.
    sa.Column("origin", sa.Text, primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("next_at", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("known", sa.Boolean, nullable=False),
)

arrivals = sa.Table(
    "arrivals",
    metadata,
    # The guests of the last day and the open tables of visitors, by the address they came from.
    # Addresses are kept here only, so that they can be forgotten: the chained record has none.
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("arrivals_by_address", "address"),
)
