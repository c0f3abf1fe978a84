"""What can go wrong with the record. Nothing is ever half written."""

from houseway.rulebook import HousewayError


class RecordError(HousewayError):
    """The record cannot do what was asked."""


class Conflict(RecordError):
    """Somebody else wrote first: read again, then decide again. Nothing was overwritten."""


class KeyMissing(RecordError):
    """The key of a store is not here, or the one that is here is another store's."""


class StoreFailed(RecordError):
    """The store could not make an act durable. It is fatal: the ledger takes nothing more.

    After a failed write or fsync nobody knows what is on the disk, and trying again may
    report success for data that was lost. The ledger must be opened anew, which reads
    what is really there.
    """


class Unreadable(RecordError):
    """The store does not answer at the moment. Nothing happened; it may be asked again."""


class StoreFull(RecordError):
    """There is no room. The act did not happen; it may be tried again when there is room."""


class StoreBusy(RecordError):
    """Another program held the store for too long. The act did not happen; try it again."""


class Unrecordable(HousewayError):
    """Something that would not read back from the record as it is. Nothing was written.

    It is a fault of the program, not of the person whose act it was.
    """


class CheckStopped(Exception):
    """A check was stopped in the middle. It is no fault of what is checked."""
