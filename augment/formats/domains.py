"""Domains as JSON: how a suite file holds them, and how they can be edited by hand."""

from __future__ import annotations

from typing import Any, Final

from augment.errors import BadLine
from augment.formats import fields, files
from augment.model.domain import Bound, Domain, Evidence, Source, Statement
from augment.model.types import TypeSet, read_types

KEYS: Final = ("types", "statements", "contract", "doubts", "refused")


def row(domain: Domain) -> files.Row:
    """A domain as its object in a suite file."""
    return {
        "types": [list(map(str, types)) for types in domain.types],
        "statements": [_statement_row(statement) for statement in domain.statements],
        **({"contract": domain.contract} if domain.contract else {}),
        **({"doubts": list(domain.doubts)} if domain.doubts else {}),
        **({"refused": list(domain.refused)} if domain.refused else {}),
        **domain.extra,
    }


def _statement_row(statement: Statement) -> files.Row:
    found: files.Row = {"rule": statement.rule, "places": list(statement.places)}
    if statement.bound != 0 or isinstance(statement.bound, str):
        found["bound"] = _bound_row(statement.bound)
    found["evidence"] = [_evidence_row(evidence) for evidence in statement.evidence]
    if statement.opened:
        found["opened"] = [_evidence_row(evidence) for evidence in statement.opened]
        found["wider"] = None if statement.wider is None else _bound_row(statement.wider)
    return found


def _bound_row(bound: Bound) -> object:
    return list(bound) if isinstance(bound, tuple) else bound


def _evidence_row(evidence: Evidence) -> files.Row:
    return {"source": evidence.source.value, "text": evidence.text}


def from_row(found: Any, where: str) -> Domain:
    """Read a domain. Raises `BadLine` where it cannot be used; `where` starts the message."""
    where = f"{where}: a `domain` that cannot be used"
    if not isinstance(found, dict):
        raise BadLine(f"{where}: wanted an object, found {files.kind(found)}")
    return Domain(
        types=tuple(_types(entry, where) for entry in fields.items(found, "types", where, [])),
        statements=tuple(_statement(entry, where) for entry in fields.items(found, "statements", where, [])),
        contract=files.text_of(found, "contract", where, ""),
        doubts=tuple(fields.texts(found, "doubts", where)),
        refused=tuple(fields.texts(found, "refused", where)),
        extra=fields.unknown(found, KEYS, where),
    )


def _types(entry: Any, where: str) -> tuple[TypeSet, ...]:
    try:
        return tuple(map(read_types, entry))
    except (TypeError, ValueError) as problem:
        raise BadLine(f"{where}: `types`: {problem}") from None


def _statement(entry: Any, where: str) -> Statement:
    if not isinstance(entry, dict):
        raise BadLine(f"{where}: wanted objects in `statements`, found {files.kind(entry)}")
    where = f"{where}: statement {fields.shown(entry)}"
    places = fields.items(entry, "places", where)
    if not places or not all(isinstance(place, str) for place in places):
        raise BadLine(f"{where}: wanted a list of texts in `places`")
    return Statement(
        rule=files.text_of(entry, "rule", where),
        places=tuple(places),
        bound=_bound(entry.get("bound", 0), where),
        evidence=_evidence(entry, "evidence", where),
        opened=_evidence(entry, "opened", where),
        wider=None if entry.get("wider") is None else _bound(entry["wider"], where),
    )


def _bound(found: Any, where: str) -> Bound:
    if isinstance(found, list) and all(isinstance(word, str) for word in found):
        return tuple(found)
    if isinstance(found, (int, float, str)) and not isinstance(found, bool):
        return found
    raise BadLine(f"{where}: wanted a number, a text or a list of texts, found {files.kind(found)}")


def _evidence(entry: files.Row, key: str, where: str) -> tuple[Evidence, ...]:
    found = []
    for one in fields.items(entry, key, where, []):
        source = one.get("source") if isinstance(one, dict) else None
        if source not in list(Source):
            raise BadLine(
                f"{where}: wanted a `source` out of {', '.join(Source)} in `{key}`, found {fields.shown(one)}"
            )
        found.append(Evidence(Source(source), str(one.get("text", ""))))
    return tuple(found)
