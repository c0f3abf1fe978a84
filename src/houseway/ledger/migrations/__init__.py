"""The forms that the record has had, one step a file. Steps are never changed, only added."""
