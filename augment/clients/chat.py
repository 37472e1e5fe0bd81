"""Ask a language model many questions at once, through the `openai` package and any server that speaks its protocol.

The package retries what may go better the next time (429, 5xx, broken connections, timeouts), with growing pauses and
jitter. What no retry can mend (a wrong key, an unknown model) ends the run at once. What came is in the exchanges file
whatever happens afterwards.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import openai
from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

from augment.errors import BadInput
from augment.model.exchange import ChatSettings, Exchanges, NoReply, Reply, Request, Spent

KEY_VARIABLE: Final = "OPENAI_API_KEY"
NO_KEY: Final = "none"
"""Sent where no key is set: servers on one's own machine ask for none."""
MOST_CHARACTERS: Final = 1 << 20
"""Of one answer."""
SHOWN: Final = 200
BUDGET: Final = "the budget is spent"
HOPELESS: Final = (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError)
"""What the next question would meet too."""


Heard = Callable[[int, Reply | NoReply], None]
"""Told each answer, or why there is none, with the place of the question."""


class Chat:
    """One model, one file of exchanges, one budget; may be used from several threads."""

    def __init__(self, settings: ChatSettings, exchanges: Exchanges) -> None:
        """Get ready; nothing is asked yet.

        Args:
            settings: who is asked.
            exchanges: what was answered before; what is answered now is added.
        """
        if not (settings.base_url or os.environ.get("OPENAI_BASE_URL") or os.environ.get(KEY_VARIABLE)):
            raise BadInput(
                f"no key for OpenAI in the variable {KEY_VARIABLE}",
                hint="set it, or name another server with --base-url",
            )
        self.settings, self.exchanges = settings, exchanges
        self.spent = Spent()
        self._begun = 0
        self._lock = threading.Lock()

    def ask(self, requests: Sequence[Request], heard: Heard) -> None:
        """Ask all questions, those that the exchanges file answers without any network.

        Args:
            requests: the questions.
            heard: told as answers come, in any order.

        Raises:
            BadInput: the server turns down everything: a wrong key, no such model.
        """
        questions = []
        for place, request in enumerate(requests):
            with self._lock:
                known = self.exchanges.get(self.settings.model, request)
            if known is None:
                questions.append((place, request))
            else:
                self._add(Spent(from_cache=1))
                heard(place, known)
        if questions:
            asyncio.run(self._all(questions, heard))

    def answers(self, requests: Sequence[Request]) -> list[Reply | NoReply]:
        """The same, with the answers in the order of the questions."""
        found: dict[int, Reply | NoReply] = {}
        self.ask(requests, found.__setitem__)
        return [found[place] for place in range(len(requests))]

    def _add(self, spent: Spent) -> None:
        with self._lock:
            self.spent += spent

    async def _all(self, questions: Sequence[tuple[int, Request]], heard: Heard) -> None:
        """Ask them over the network; ends at the first trouble that all would meet."""
        waiting = iter(questions)
        async with openai.AsyncOpenAI(
            api_key=os.environ.get(KEY_VARIABLE) or NO_KEY,
            base_url=self.settings.base_url,
            timeout=self.settings.timeout_seconds,
            max_retries=self.settings.retries,
        ) as client:
            workers = min(self.settings.at_once, len(questions))
            tasks = [asyncio.create_task(self._work(client, waiting, heard)) for _ in range(workers)]
            try:
                await asyncio.gather(*tasks)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, client: openai.AsyncOpenAI, waiting: Iterator[tuple[int, Request]], heard: Heard) -> None:
        for place, request in waiting:
            if not self._affordable():
                heard(place, NoReply(BUDGET))
                continue
            told = await self._one(client, request)
            if isinstance(told, Reply):
                with self._lock:
                    self.exchanges.put(self.settings.model, request, told)
                used = Spent(calls=1, prompt_tokens=told.prompt_tokens, completion_tokens=told.completion_tokens)
            else:
                used = Spent(failed=1)
            self._add(used)
            heard(place, told)

    def _affordable(self) -> bool:
        """Whether the budget has a question left, which then counts as asked."""
        calls, tokens, money = self.settings.most_calls, self.settings.most_tokens, self.settings.most_cost
        with self._lock:
            told, answered = self.spent.prompt_tokens, self.spent.completion_tokens
            budgets = (calls, self._begun), (tokens, told + answered), (money, self.settings.cost(told, answered) or 0)
            if any(most is not None and used >= most for most, used in budgets):
                return False
            self._begun += 1
        return True

    async def _one(self, client: openai.AsyncOpenAI, request: Request) -> Reply | NoReply:
        messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": request.user}]
        if request.system:
            messages.insert(0, {"role": "system", "content": request.system})
        try:
            found = await client.chat.completions.create(
                model=self.settings.model,
                messages=messages,
                temperature=request.temperature,
                max_tokens=request.max_tokens if request.max_tokens is not None else openai.omit,
            )
        except HOPELESS as problem:
            raise BadInput(
                f"{client.base_url}: turns down every question: {_safe(problem)}",
                hint=f"check --model, --base-url and the variable {KEY_VARIABLE}",
            ) from None
        except openai.APIConnectionError as problem:
            return NoReply(f"{client.base_url}: {_safe(problem)}")
        except (openai.OpenAIError, ValueError) as problem:
            return NoReply(_safe(problem))
        return _reply(found)


def _safe(problem: Exception) -> str:
    """What a server or the package says, in one line without the key."""
    text = " ".join(str(problem).split()) or type(problem).__name__
    if isinstance(problem, openai.APIStatusError) and (said := " ".join(problem.response.text.split())) not in text:
        text = f"{text} {said}"  # the package shows what it knows the form of
    key = os.environ.get(KEY_VARIABLE)
    return (text.replace(key, "...") if key else text)[:SHOWN]


def _reply(found: object) -> Reply | NoReply:
    """The answer in what a server sent, which may be anything."""
    if not isinstance(found, ChatCompletion) or not found.choices:
        extra = getattr(found, "model_extra", None) or {}
        said = str(extra.get("error", "") if isinstance(found, ChatCompletion) else found)
        return NoReply(f"the server sent no answer: {' '.join(said.split())[:SHOWN]}".removesuffix(": "))
    choice = found.choices[0]
    text = getattr(choice.message, "content", None)
    if not isinstance(text, str):
        refusal = getattr(choice.message, "refusal", None)
        return NoReply(f"refused: {' '.join(refusal.split())[:SHOWN]}" if isinstance(refusal, str) else "no text in it")
    if len(text) > MOST_CHARACTERS:
        return NoReply(f"an answer of more than {MOST_CHARACTERS:,} characters")
    usage = found.usage
    return Reply(
        text=text,
        finish=choice.finish_reason or "",
        prompt_tokens=usage.prompt_tokens if usage else 0,
        completion_tokens=usage.completion_tokens if usage else 0,
    )
