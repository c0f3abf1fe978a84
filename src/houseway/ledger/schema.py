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
    sa.Column("irregularities", sa.Text, nullable=False),
    sa.Index("rounds_by_time", "ended"),
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
    sa.Column("clauses", sa.Text, nullable=False),
    sa.Index("results_by_player", "player"),
)

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
