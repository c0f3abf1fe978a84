"""The durable record: append-only, chained, signed, searchable, replayable."""
