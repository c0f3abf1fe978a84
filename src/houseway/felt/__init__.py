"""What a table prints and posts: the layout as a drawing, the sign as words."""

from houseway.felt.layout import Layout, compose
from houseway.felt.posting import check_layout, check_posting
from houseway.felt.sign import Sign, compose_sign, odds_as_data
from houseway.felt.svg import to_svg

__all__ = [
    "Layout",
    "Sign",
    "check_layout",
    "check_posting",
    "compose",
    "compose_sign",
    "odds_as_data",
    "to_svg",
]
