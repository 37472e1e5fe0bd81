"""How well learnt domains tell what a problem means: precision and recall on problems whose contract is known.

    python scripts/bench/domains.py [--details]

The problems stand in tests/domains. Each has inputs that are meant and inputs that are not, which a learnt domain
admits, in some tier, or leaves out. Precision is the share of admitted ones that are meant, recall the share of those
that are meant that is admitted. `vetted` is the precision among inputs that the reference answers, as a build drops the
others; `inside` counts the tiers `contract` and `inside` alone. The second table leaves one source of evidence out at
a time. What it can't show: how often a generator proposes such inputs; the probes were chosen by hand, to be hard.
"""

from __future__ import annotations

import argparse
import copy
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from augment.model.literals import write_literal
from augment.model.suite import Tier

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from domains.probing import ALL_SOURCES, Probe, probe
from domains.problems import PROBLEMS
from domains.written import Kind


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--details", action="store_true", help="list the inputs that were told wrong")
    options = parser.parse_args()
    probes = [found for written in PROBLEMS for found in probe(written)]
    meant = sum(found.meant for found in probes)
    print(f"python {platform.python_version()}, {len(PROBLEMS)} problems,", end=" ")
    print(f"{meant} inputs that are meant, {len(probes) - meant} that are not\n")
    by_kind(probes)
    by_source(probes)
    if options.details:
        details(probes)


def by_kind(probes: Sequence[Probe]) -> None:
    """All sources together."""
    print("kind       problems  all right  precision  recall  vetted  inside: precision  recall")
    for name, found in groups(probes).items():
        problems = {one.written.task_id for one in found}
        right = problems - {one.written.task_id for one in found if one.wrong}
        vetted = precision(one for one in found if one.meant or answered(one))
        print(
            f"{name:9}  {len(problems):8}  {len(right):9}  {precision(found):>9}  {recall(found):>6}  {vetted:>6}",
            end="",
        )
        print(f"  {precision(found, sure):>17}  {recall(found, sure):>6}")


def by_source(probes: Sequence[Probe]) -> None:
    """Precision and recall of each kind, without one source at a time."""
    print("\nleft out  " + "".join(f"{name:>16}" for name in groups(probes)))
    for left_out in (None, *sorted(ALL_SOURCES)):
        rest = ALL_SOURCES - {left_out}
        found = [one for written in PROBLEMS for one in probe(written, rest)] if left_out else probes
        cells = (f"{precision(group)} / {recall(group)}" for group in groups(found).values())
        print(f"{left_out or 'none':10}" + "".join(f"{cell:>16}" for cell in cells))


def details(probes: Sequence[Probe]) -> None:
    """The errors, problem by problem."""
    for heading, meant in (("admitted and not meant", False), ("meant and left out", True)):
        print(f"\n{heading}")
        for found in probes:
            if found.wrong and found.meant is meant:
                tier = f"{found.tier}, " if found.tier else ""
                ending = "" if meant or answered(found) else "; the reference raises"
                print(f"  {found.written.task_id}: {tier}{write_literal(found.args)}{ending}")


def groups(probes: Sequence[Probe]) -> dict[str, list[Probe]]:
    """By kind, and all."""
    kinds = {kind.value: [found for found in probes if found.written.kind is kind] for kind in Kind}
    return {**kinds, "all": list(probes)}


def admitted(found: Probe) -> bool:
    return found.tier is not None


def sure(found: Probe) -> bool:
    return found.tier in (Tier.CONTRACT, Tier.INSIDE)


def precision(probes: Iterable[Probe], counts: Callable[[Probe], bool] = admitted) -> str:
    return share(found.meant for found in probes if counts(found))


def recall(probes: Iterable[Probe], counts: Callable[[Probe], bool] = admitted) -> str:
    return share(counts(found) for found in probes if found.meant)


def share(answers: Iterable[bool]) -> str:
    """Of the answers that are yes."""
    found = list(answers)
    return f"{100 * sum(found) / len(found):.1f}%" if found else "none"


def answered(found: Probe) -> bool:
    """Whether the reference gives an answer, right or not."""
    try:
        found.written.reference()(*copy.deepcopy(found.args))
    except Exception:
        return False
    return True


if __name__ == "__main__":
    main()
