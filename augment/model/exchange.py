"""What is asked of a language model, and what comes back."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from augment.errors import BadInput
from augment.model.counts import Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """Who is asked, and how."""

    model: str
    base_url: str | None = None
    """Of the server; that of the variable OPENAI_BASE_URL, or OpenAI's own, by default."""
    at_once: int = 8
    """Questions under way at the same time."""
    timeout_seconds: float = 120.0
    """For one answer."""
    retries: int = 5
    most_calls: int | None = None
    """Answers to pay for; no limit by default."""
    most_tokens: int | None = None
    """Tokens to pay for, of questions and answers; those under way are not called back."""
    most_cost: float | None = None
    """Money to pay, in the unit of the prices; what is under way is not called back."""
    price_in: float | None = None
    """Of a million tokens of questions."""
    price_out: float | None = None
    """Of a million tokens of answers."""

    def __post_init__(self) -> None:
        if not self.model:
            raise BadInput("no model is named", hint="name one with --model")
        if self.at_once < 1 or self.timeout_seconds <= 0 or self.retries < 0:
            raise BadInput(f"wanted at least one question at once, a timeout and retries from 0; found {self}")
        if (self.price_in is None) != (self.price_out is None):
            raise BadInput("a price of questions or of answers alone", hint="give both --price-in and --price-out")
        if self.most_cost is not None and self.price_in is None:
            raise BadInput(
                "a budget in money needs prices",
                hint="give --price-in and --price-out, of a million tokens, as your provider lists them",
            )
        if any(not 0 <= amount < math.inf for amount in (self.price_in, self.price_out, self.most_cost) if amount):
            raise BadInput("wanted prices and a budget that are numbers from 0")

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What tokens cost; None where no prices are known."""
        if self.price_in is None or self.price_out is None:
            return None
        return (prompt_tokens * self.price_in + completion_tokens * self.price_out) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question; the same question with another `sample` may get another answer."""

    user: str
    system: str = ""
    temperature: float = 0.0
    max_tokens: int | None = None
    """Most tokens of the answer; the server's own limit by default."""
    sample: int = 0

    def key(self, model: str) -> str:
        """Digest of the question and of who is asked."""
        text = json.dumps([model, asdict(self)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer."""

    text: str
    finish: str = ""
    """Why it ended, in the server's word: `stop`, `length`, ..."""
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class NoReply:
    """Why there is no answer."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent(Counts):
    """What was used; adds up."""

    calls: int = 0
    """Answers that came over the network."""
    from_cache: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Exchanges(Protocol):
    """Remembers what was answered."""

    def get(self, model: str, request: Request) -> Reply | None:
        """The reply that is known."""
        ...

    def put(self, model: str, request: Request, reply: Reply) -> None:
        """Keep a reply."""
        ...


class Assistant(Protocol):
    """Answers questions; nothing that it says is believed."""

    def answers(self, requests: Sequence[Request]) -> list[Reply | NoReply]:
        """The answers, in the order of the questions."""
        ...
