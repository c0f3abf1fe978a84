"""Brings a store to the form that this program writes. No record is changed by it."""

from importlib.resources import files

import sqlalchemy as sa

HEAD = "f004"
"""The newest form; a test holds it against the migrations."""


def current_form(connection: sa.Connection) -> str | None:
    """The form of a store, or None for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    form: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return form


def migrate(connection: sa.Connection, form: str = HEAD) -> bool:
    """Upgrades to a form; returns whether there was anything to do. Alembic is loaded only then."""
    if current_form(connection) == form:
        return False
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(files("houseway.ledger") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, form)
    return True
