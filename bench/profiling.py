"""Where a running process spends its processor time, over all its threads."""

import cProfile
import pstats
import sys
import threading
import time


class Profiler:
    """One profile a thread, of processor time and not of waiting; told together at the end."""

    def __init__(self) -> None:
        self.found: list[cProfile.Profile] = []
        self._begin()
        threading.setprofile(self._begin)

    def _begin(self, *_: object) -> None:
        profile = cProfile.Profile(time.thread_time)
        self.found.append(profile)
        profile.enable()

    def tell(self) -> None:
        told = pstats.Stats(stream=sys.stderr)
        for profile in self.found:
            profile.disable()
            told.add(profile)
        for order in ("tottime", "cumtime"):
            told.sort_stats(order).print_stats(60)
