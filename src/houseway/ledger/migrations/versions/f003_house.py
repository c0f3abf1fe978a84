"""Form 3: the house beside its tables: people, tokens, and chips at the cage."""

import sqlalchemy as sa
from alembic import op

revision = "f003"
down_revision = "f002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("known_as", sa.Text, nullable=False, unique=True),
        sa.Column("office", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("locked_until", sa.BigInteger, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("tokens_by_person", "tokens", ["person"])
    op.create_table(
        "wallet",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("command_id", sa.Text),
        sa.CheckConstraint("balance >= 0", name="nobody_owes_the_cage"),
    )
    op.create_table(
        "coupons",
        sa.Column("serial", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("face", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("table_id", sa.Text),
    )
