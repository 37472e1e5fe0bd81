def longest_run(text: str) -> int:
    """Length of the longest run of one character in a text."""
    best = run = 0
    for place, character in enumerate(text):
        run = run + 1 if place and text[place - 1] == character else 1
        best = max(best, run)
    return best
