"""Asserts in the file itself are base tests."""


def discount(prices: list[float], percent: int) -> list[float]:
    """Take a percentage off each price, rounded to cents. The percentage lies between 0 and 100.

    >>> discount([10.0, 4.5], 10)
    [9.0, 4.05]
    """
    if not 0 <= percent <= 100:
        raise ValueError("percent lies between 0 and 100")
    return [round(price * (100 - percent) / 100, 2) for price in prices]


assert discount([10.0, 4.5], 10) == [9.0, 4.05]
assert discount([], 50) == []
assert discount([99.99], 0) == [99.99]
