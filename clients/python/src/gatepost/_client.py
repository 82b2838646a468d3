"""The clients: what they do with waits is the same as in the TypeScript client's gatepost.ts."""

from __future__ import annotations

import asyncio
import inspect
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, cast

import httpx

from ._call import GatepostError, Options, Pause, steps_of
from ._methods import AsyncMethods, Asking, Given, Methods, OnProgress, OnWait, Ready, ReadyTask, Wait

#: Seconds between answers that the service did not hold, because it is shutting down or was not asked to.
UNHELD_PAUSE = 0.5
#: Seconds between two looks at `abort`, or at whether what was cancelled has ended.
LOOK = 0.1
#: Somebody else answered first, the wait is over, or the task ended: its result tells.
OVERTAKEN = ("ERROR_VARIABLE_ALREADY_SET", "ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED")


class Gatepost(Methods):
    """A client of one account of a Gatepost installation. Threads may share it."""

    def __init__(
        self, *, base_url: str, client_key: str, retry_seconds: float = 30, http: httpx.Client | None = None
    ) -> None:
        """`base_url` is the installation's address, with or without a path prefix. A call is repeated for `retry_seconds`
        while the service is busy or cannot be reached, unless a lost response could mean that it is done twice."""
        self._options = Options(base_url, client_key, retry_seconds)
        self._http = http or httpx.Client()

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Gatepost:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(
        self,
        name: str,
        request: Given,
        key: str | None = None,
        retry_seconds: float | None = None,
        abort: threading.Event | None = None,
    ) -> Any:
        steps = steps_of(self._options, name, request, key, retry_seconds)
        outcome: httpx.Response | httpx.RequestError | None = None
        while True:
            if abort and abort.is_set():
                raise CancelledError
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return end.value
            outcome = None
            if isinstance(step, Pause):
                (abort or threading.Event()).wait(step.seconds)
                continue
            try:
                outcome = self._http.post(
                    step.url, content=step.body, headers=step.headers, timeout=step.timeout, follow_redirects=True
                )
            except httpx.RequestError as error:
                outcome = error

    def _run(self, template: str | Given, request: Given, task: Given, options: Given) -> ReadyTask:
        key, cancel_on_abort = options.pop("idempotency_key"), options.pop("cancel_on_abort")
        # A creation that is given up may still succeed, and nobody would know which task to cancel.
        abort = None if cancel_on_abort else options["abort"]
        body = {**request, "task": _task(template, task)}
        if options["abort"] and options["abort"].is_set():
            raise CancelledError
        task_id: int = self._call("createTask", body, key, options["retry_seconds"], abort)["taskId"]
        try:
            ready: Any = self.watch(task_id, **options)
            return cast(ReadyTask, {"taskId": task_id, **ready})
        except (CancelledError, KeyboardInterrupt):
            if cancel_on_abort:
                try:
                    self.cancel_task(task_id=task_id)
                except GatepostError as error:
                    if error.error_code != "ERROR_TASK_FINISHED":
                        raise
            raise

    def watch(
        self,
        task_id: int,
        *,
        on_wait: OnWait | None = None,
        on_progress: OnProgress | None = None,
        wait_seconds: int = 50,
        abort: threading.Event | None = None,
        retry_seconds: float | None = None,
    ) -> Ready:
        """Follows a task to its end, as `run` does."""
        # Answers and failures of the threads. Those are daemons, because a held call or `on_wait` may outlast this one.
        news: queue.SimpleQueue[Any] = queue.SimpleQueue()
        end = threading.Event()
        asked = Asked(on_wait)

        def start(work: Callable[[], Any]) -> None:
            def working() -> None:
                try:
                    work()
                except BaseException as error:
                    news.put(error)

            threading.Thread(target=working, daemon=True).start()

        def follow() -> None:
            version = None
            while not end.is_set():
                began = time.monotonic()
                held: Given = {} if version is None else {"waitSeconds": wait_seconds, "sinceVersion": version}
                result = self._call("getTaskResult", {"taskId": task_id, **held}, None, retry_seconds, end)
                news.put(result)
                if result["status"] == "ready":
                    return
                if _unheld(result, version, began, wait_seconds):
                    end.wait(UNHELD_PAUSE)
                version = result["version"]

        def answer(wait: Wait, asking: Asking) -> None:
            value = asked.call(wait, asking)
            # What was asked then must not answer what is asked now.
            if value is not None and not asking.over.is_set():
                try:
                    self._call(*_push(asking, wait, value))
                except GatepostError as error:
                    if error.error_code not in OVERTAKEN:
                        raise

        start(follow)
        try:
            while True:
                try:
                    one = news.get(timeout=None if abort is None else LOOK)
                except queue.Empty:
                    one = None
                if abort and abort.is_set():
                    raise CancelledError
                if isinstance(one, BaseException):
                    raise one
                if one is None:
                    continue
                if one["status"] == "ready":
                    ready: Ready = one
                    return ready
                if on_progress:
                    on_progress(one)
                for wait, asking in asked.new(task_id, one):
                    start(lambda wait=wait, asking=asking: answer(wait, asking))  # type: ignore[misc]
        finally:
            end.set()
            asked.end()


class AsyncGatepost(AsyncMethods):
    """The client for programs that use asyncio."""

    def __init__(
        self, *, base_url: str, client_key: str, retry_seconds: float = 30, http: httpx.AsyncClient | None = None
    ) -> None:
        """As Gatepost."""
        self._options = Options(base_url, client_key, retry_seconds)
        self._http = http or httpx.AsyncClient()

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncGatepost:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(
        self, name: str, request: Given, key: str | None = None, retry_seconds: float | None = None
    ) -> Any:
        steps = steps_of(self._options, name, request, key, retry_seconds)
        outcome: httpx.Response | httpx.RequestError | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return end.value
            outcome = None
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                continue
            sending = asyncio.ensure_future(
                self._http.post(
                    step.url, content=step.body, headers=step.headers, timeout=step.timeout, follow_redirects=True
                )
            )
            try:
                # Shielded, so that a cancellation is this call's whatever the connection makes of it.
                outcome = await asyncio.shield(sending)
            except httpx.RequestError as error:
                outcome = error
            except asyncio.CancelledError:
                await _cancel(sending)
                raise

    async def _run(self, template: str | Given, request: Given, task: Given, options: Given) -> ReadyTask:
        key, cancel_on_abort = options.pop("idempotency_key"), options.pop("cancel_on_abort")
        body = {**request, "task": _task(template, task)}
        creating = asyncio.ensure_future(self._call("createTask", body, key, options["retry_seconds"]))
        try:
            # Shielded, because a creation that is given up may still succeed, and nobody would know which task to cancel.
            task_id: int = (await asyncio.shield(creating))["taskId"]
            ready: Any = await self.watch(task_id, **options)
            return cast(ReadyTask, {"taskId": task_id, **ready})
        except asyncio.CancelledError:
            if not cancel_on_abort:
                creating.cancel()
            else:
                try:
                    await self.cancel_task(task_id=(await creating)["taskId"])
                except GatepostError as error:
                    if error.error_code != "ERROR_TASK_FINISHED":
                        raise
            raise

    async def watch(
        self,
        task_id: int,
        *,
        on_wait: OnWait | None = None,
        on_progress: OnProgress | None = None,
        wait_seconds: int = 50,
        retry_seconds: float | None = None,
    ) -> Ready:
        """Follows a task to its end, as `run` does."""
        asked = Asked(on_wait)
        answering: set[asyncio.Task[None]] = set()

        async def follow() -> Ready:
            version = None
            while True:
                began = time.monotonic()
                held: Given = {} if version is None else {"waitSeconds": wait_seconds, "sinceVersion": version}
                result = await self._call("getTaskResult", {"taskId": task_id, **held}, None, retry_seconds)
                if result["status"] == "ready":
                    ready: Ready = result
                    return ready
                if on_progress:
                    on_progress(result)
                for wait, asking in asked.new(task_id, result):
                    task = asyncio.ensure_future(answer(wait, asking))
                    answering.add(task)
                    asking.on_over = task.cancel
                    task.add_done_callback(failed)
                if _unheld(result, version, began, wait_seconds):
                    await asyncio.sleep(UNHELD_PAUSE)
                version = result["version"]

        async def answer(wait: Wait, asking: Asking) -> None:
            value = asked.call(wait, asking)
            if inspect.isawaitable(value):
                value = await value
            if value is not None and not asking.over.is_set():
                try:
                    await self._call(*_push(asking, wait, value))
                except GatepostError as error:
                    if error.error_code not in OVERTAKEN:
                        raise

        failure: asyncio.Future[Ready] = asyncio.get_running_loop().create_future()

        def failed(task: asyncio.Task[None]) -> None:
            answering.discard(task)
            error = None if task.cancelled() else task.exception()
            if error and not failure.done():
                failure.set_exception(error)

        following = asyncio.ensure_future(follow())
        try:
            done, _ = await asyncio.wait({following, failure}, return_when=asyncio.FIRST_COMPLETED)
            return (failure if failure in done else following).result()
        finally:
            asked.end()
            failure.cancel()
            await _cancel(following, *answering)


class Asked:
    """The waits that a caller has been asked for: each once."""

    def __init__(self, on_wait: OnWait | None) -> None:
        self._on_wait = on_wait
        self._open: dict[tuple[str, str], Asking] = {}

    def new(self, task_id: int, result: Any) -> list[tuple[Wait, Asking]]:
        """Those that were not there before; the others that are gone are over."""
        if self._on_wait is None:
            return []
        # Of two waits for one name the second may open within the same second. Each has a version of its own.
        now: dict[tuple[str, str], Wait] = {(result["version"], wait["name"]): wait for wait in result["waiting"]}
        for key in [key for key in self._open if key not in now]:
            self._open[key].end()
        begun = {key: (wait, Asking(task_id, result["version"])) for key, wait in now.items() if key not in self._open}
        self._open.update({key: asking for key, (_, asking) in begun.items()})
        return list(begun.values())

    def end(self) -> None:
        for asking in self._open.values():
            asking.end()

    def call(self, wait: Wait, asking: Asking) -> Any:
        on_wait: Any = self._on_wait
        try:
            kinds = [one.kind for one in inspect.signature(on_wait).parameters.values() if one.default is one.empty]
        except ValueError:
            kinds = []
        takes_asking = kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD) + kinds.count(
            inspect.Parameter.POSITIONAL_ONLY
        )
        return on_wait(wait, asking) if takes_asking > 1 else on_wait(wait)


async def _cancel(*tasks: asyncio.Future[Any]) -> None:
    """Resolves when they have ended."""
    ending = asyncio.gather(*tasks, return_exceptions=True)
    # Again and again, because anyio 3 takes a cancellation for its own that comes while it connects.
    while not ending.done():
        for task in tasks:
            task.cancel()
        await asyncio.wait({ending}, timeout=LOOK)


def _task(template: str | Given, task: Given) -> Given:
    return {**task, "type": "AntiGateTask", "templateName" if isinstance(template, str) else "template": template}


def _push(asking: Asking, wait: Wait, value: Any) -> tuple[str, Given]:
    given = {"taskId": asking.task_id, "name": wait["name"]}
    if isinstance(value, dict) and list(value) == ["decline"] and isinstance(value["decline"], str):
        return "declineVariable", {**given, "reason": value["decline"]}
    return "pushAntiGateVariable", {**given, "value": value, "version": asking.version}


def _unheld(result: Any, version: str | None, began: float, wait_seconds: float) -> bool:
    same: bool = result["version"] == version
    return same and time.monotonic() - began < max(wait_seconds - UNHELD_PAUSE, UNHELD_PAUSE)
