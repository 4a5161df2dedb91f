"""Comparing lists of orders by law and core: what is found, and what is printed of it."""

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Found", "told"]


@dataclass
class Found:
    """What was compared.

    Attributes:
        lists: How many lists.
        unfinished: How many the core did not finish, whose lists are compared as far as they go.
        given_up: How many the law did not finish, and nobody compared.
        impossible: How many are empty: no legal move contains what is given.
        orders: How many orders of a kind the law found.
        differences: What only one of them offers.
        seconds: The time of core and law.
        longest: The longest time of the core.
    """

    lists: int = 0
    unfinished: int = 0
    given_up: int = 0
    impossible: int = 0
    orders: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    longest: float = 0.0

    def add(self, other: "Found") -> None:
        """Add what was found elsewhere."""
        self.lists += other.lists
        self.unfinished += other.unfinished
        self.given_up += other.given_up
        self.impossible += other.impossible
        self.orders += other.orders
        self.differences += other.differences
        self.seconds = [one + more for one, more in zip(self.seconds, other.seconds, strict=True)]
        self.longest = max(self.longest, other.longest)

    def took(self, core: float, law: float) -> None:
        """Count the seconds of a list."""
        self.seconds = [self.seconds[0] + core, self.seconds[1] + law]
        self.longest = max(self.longest, core)

    def __str__(self) -> str:
        core, law = self.seconds
        return (
            f"{self.lists} lists, {self.impossible} of them empty, {self.unfinished} not finished "
            f"by the core, {len(self.differences)} differences, {self.given_up} more lists given "
            f"up by the law; core {core:.2f} s, at most {self.longest:.3f} s, law {law:.1f} s"
        )


def told(found: Found) -> int:
    """Print the differences and what was compared; 1 if there are differences."""
    print("\n".join(found.differences))
    print(found)
    print(", ".join(f"{kind} {number}" for kind, number in found.orders.most_common()))
    return 1 if found.differences else 0
