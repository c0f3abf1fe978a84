"""The game in a package of its own can be imported here without being installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "plugin" / "src"))
