"""Form 1: the events and the seeds of the shuffles."""

import sqlalchemy as sa
from alembic import op

revision = "f001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command_id", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("before", sa.BigInteger),
        sa.ForeignKeyConstraint(
            ["table_id", "before"], ["events.table_id", "events.seq"], name="follows_a_record"
        ),
        sa.UniqueConstraint("table_id", "command_id", name="one_effect_a_command"),
    )
    op.create_table(
        "seeds",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("shuffle", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
    )
