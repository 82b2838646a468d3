"""How a call is sent, repeated and answered: the rules of the TypeScript client's call.ts, without a connection of its own."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Union

import httpx

from ._methods import AFTER_LOSS, ErrorCode

#: The service answers a call at once, or within the seconds that it asks for; a connection can hang.
ANSWER_SECONDS = 60
#: A body may have this many bytes without the key in a header.
LARGE_BODY = 256 * 1024
#: Seconds before the first retry, which double each time, and at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0


class GatepostError(Exception):
    """A refused call, or a failed task."""

    def __init__(self, answer: dict[str, Any], status: int, retry_after: float | None, task_id: int | None) -> None:
        self.error_id: int = answer["errorId"]
        #: A code of the error table; a newer server may have more of them.
        self.error_code: ErrorCode | str = answer.get("errorCode", "")
        self.error_description: str = answer.get("errorDescription", "")
        #: The HTTP status: 200 if the call reached its method.
        self.status = status
        #: Seconds after which to retry, if the server says so.
        self.retry_after = retry_after
        #: The task that the call was about.
        self.task_id = task_id
        #: Of a refused template its `problems`; of a failed task its `failure`, and what it had read as `partial`.
        self.details = {name: answer[name] for name in ("problems", "failure", "partial") if answer.get(name)}
        super().__init__(f"{self.error_code}: {self.error_description}")


class ForeignAnswer(Exception):
    """Something else than Gatepost answered, such as a proxy whose server is down."""

    def __init__(self, name: str, status: int, retry_after: float | None, redirected_to: str | None = None) -> None:
        self.status = status
        self.retry_after = retry_after
        what = f" after a redirect to {redirected_to}" if redirected_to else ", and not an answer of Gatepost"
        super().__init__(f"{name}: HTTP {status}{what}. Check the base URL.")


@dataclass(frozen=True)
class Options:
    base_url: str
    client_key: str
    retry_seconds: float

    def __post_init__(self) -> None:
        url = httpx.URL(self.base_url or "")
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError(f"The base URL must begin with http:// or https://, and is {self.base_url!r}.")


@dataclass(frozen=True)
class Send:
    url: str
    headers: dict[str, str]
    body: bytes
    timeout: float


@dataclass(frozen=True)
class Pause:
    seconds: float


#: What to do next; it is told the response, or what became of the connection.
Steps = Generator[Union[Send, Pause], Union[httpx.Response, httpx.RequestError, None], Any]


def steps_of(options: Options, name: str, request: dict[str, Any], key: str | None, retry_seconds: float | None) -> Steps:
    """The attempts at one call and the pauses between them; returns the success body."""
    lost = AFTER_LOSS[name]
    body = to_json({"clientKey": options.client_key, **request})
    if key is None and lost == "with key":
        key = str(uuid.uuid4())
    headers = {"content-type": "application/json", "accept": "application/json"}
    if key is not None:
        headers["idempotency-key"] = key
    if len(body) > LARGE_BODY:
        headers["authorization"] = f"Bearer {options.client_key}"
    timeout = ANSWER_SECONDS + float(request.get("waitSeconds") or 0)
    send = Send(f"{options.base_url.rstrip('/')}/{name}", headers, body, timeout)
    # From the first failure on: the service may have held the call for longer than it is repeated.
    until: float | None = None
    failed = 0
    while True:
        outcome = yield send
        error: Exception
        if isinstance(outcome, httpx.Response):
            try:
                return answer_of(name, outcome, request)
            except (GatepostError, ForeignAnswer) as refused:
                error = refused
        else:
            assert outcome is not None
            error = outcome
        if until is None:
            until = time.monotonic() + (options.retry_seconds if retry_seconds is None else retry_seconds)
        seconds = _seconds_before(error, failed)
        if not _is_temporary(error, lost) or time.monotonic() + seconds > until:
            raise error
        yield Pause(seconds)
        failed += 1


def answer_of(name: str, response: httpx.Response, request: dict[str, Any]) -> dict[str, Any]:
    try:
        answer = from_json(response.content)
    except ValueError:
        answer = None
    retry_after = _seconds(response.headers.get("retry-after"))
    # As from http to https: what is redirected goes on as a GET, which no method answers.
    redirected_to = str(response.url) if response.history and response.status_code == 405 else None
    if not isinstance(answer, dict) or not isinstance(answer.get("errorId"), int) or redirected_to:
        raise ForeignAnswer(name, response.status_code, retry_after, redirected_to)
    if answer["errorId"] == 0:
        return answer
    task_id = str(request.get("taskId", ""))
    raise GatepostError(answer, response.status_code, retry_after, int(task_id) if task_id.isdigit() else None)


def _is_temporary(error: Exception, lost: str) -> bool:
    """Whether the same call may succeed, and repeating it is safe."""
    if isinstance(error, GatepostError):  # Nothing was done.
        return error.status in (429, 503)
    if lost == "give up":
        return False
    return error.status in (429, 502, 503, 504) if isinstance(error, ForeignAnswer) else True


def _seconds_before(error: Exception, failed: int) -> float:
    """As long as the server asks for; otherwise twice as long each time, less up to half, so that callers do not come all at once."""
    if isinstance(error, (GatepostError, ForeignAnswer)) and error.retry_after:
        return error.retry_after
    doubled: float = FIRST_PAUSE * 2.0**failed
    return min(doubled, LONGEST_PAUSE) * (1 - random.random() / 2)


def _seconds(header: str | None) -> float | None:
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return seconds if seconds > 0 else None


def to_json(value: Any) -> bytes:
    """JSON in which a Decimal is a number with its own digits."""
    mark = uuid.uuid4().hex

    def written(one: Any) -> str:
        if isinstance(one, Decimal) and one.is_finite():
            return f"{mark}{one}"
        raise TypeError(f"{type(one).__name__} is not JSON")

    text = json.dumps(value, default=written, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return re.sub(f'"{mark}([^"]+)"', r"\1", text).encode()


def from_json(body: str | bytes) -> Any:
    """A number with a fraction is a Decimal, so that it keeps its digits."""
    return json.loads(body, parse_float=Decimal)
