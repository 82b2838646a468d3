"""What a caller relies on beside the rules of retries, which tests/python-client.test.ts compares with the TypeScript client's."""

import asyncio
import base64
import json
import threading
import time
import unittest
from concurrent.futures import CancelledError
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from gatepost import AsyncGatepost, ForeignAnswer, Gatepost, GatepostError, from_base64, to_file_value
from gatepost._call import Options, Pause, Send, from_json, steps_of, to_json

READY = {"errorId": 0, "status": "ready", "solution": {"url": "https://example.org/"}, "cost": "0.002000"}
SUCCESS = {"errorId": 0, "status": "success"}
JOB: Any = {"template": "Sign in", "website_url": "https://example.org/", "variables": {"code": "_WAIT_FOR_IT_"}}


def waiting(*waits: Any, version: Any = None) -> Any:
    asked = [{"name": "code", "prompt": "Which code?", "attempt": 1, "since": 100, **wait} for wait in waits]
    return {"errorId": 0, "status": "processing", "waiting": asked, "version": version or str(waits)}


def refused(error_id: int, code: str) -> Any:
    return {"errorId": error_id, "errorCode": code, "errorDescription": "No."}


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A caller that gives up closes its connection."""


class Task:
    """A task that stands where its test says, on a server of its own."""

    def __init__(self) -> None:
        self.state: Any = waiting({})
        self.pushed: Any = SUCCESS
        self.calls: list[tuple[str, Any]] = []
        #: Set by the first call of a method.
        self.called = {name: threading.Event() for name in ("getTaskResult", "pushAntiGateVariable")}
        task = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                method = self.path[1:]
                task.calls.append((method, from_json(body)))
                if method in task.called:
                    task.called[method].set()
                created = {"errorId": 0, "taskId": 7}
                answers = {"createTask": created, "getTaskResult": task.state, "pushAntiGateVariable": task.pushed}
                text = json.dumps(answers.get(method, SUCCESS)).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def of(self, method: str) -> list[Any]:
        return [body for name, body in self.calls if name == method]


class Runs(unittest.TestCase):
    """The same tests for both clients: `run` and `watch` say how each is called."""

    def setUp(self) -> None:
        self.task = Task()
        self.addCleanup(self.task.close)

    def client(self) -> Gatepost:
        client = Gatepost(base_url=self.task.url, client_key="gp_key")
        self.addCleanup(client.close)
        return client

    def run_job(self, **options: Any) -> Any:
        return self.client().run(**{**JOB, **options})

    def watch(self, **options: Any) -> Any:
        return self.client().watch(7, **options)

    def test_run_creates_the_task_pushes_the_value_and_returns_the_ready_answer(self) -> None:
        seen = []

        def on_wait(wait: Any) -> str:
            seen.append(wait["prompt"])
            self.task.state = READY
            return "349001"

        answer = self.run_job(soft_id=5, engine="full", callback_url="https://example.org/hook", on_wait=on_wait)
        self.assertEqual(answer, {"taskId": 7, **READY})
        self.assertEqual(seen, ["Which code?"])
        own: Any = {"websiteURL": "https://example.org/", "variables": {"code": "_WAIT_FOR_IT_"}, "engine": "full"}
        task = {"type": "AntiGateTask", "templateName": "Sign in", **own}
        hook = "https://example.org/hook"
        created = {"clientKey": "gp_key", "softId": 5, "callbackUrl": hook, "task": task}
        self.assertEqual(self.task.of("createTask"), [created])

    def test_a_templates_document_is_run_without_being_saved(self) -> None:
        self.task.state = READY
        self.run_job(template={"name": "Draft", "steps": []})
        task = self.task.of("createTask")[0]["task"]
        self.assertEqual(task["template"], {"name": "Draft", "steps": []})
        self.assertNotIn("templateName", task)

    def test_on_wait_is_called_once_for_each_wait_and_again_when_the_value_is_asked_for_again(self) -> None:
        self.task.state = waiting({}, {"name": "amount"})
        asked = []

        def on_wait(wait: Any) -> str:
            asked.append(f"{wait['name']} {wait['attempt']}")
            return asked[-1]

        def on_progress(_: Any) -> None:
            pushed = len(self.task.of("pushAntiGateVariable"))
            if pushed == 2:
                self.task.state = waiting({"attempt": 2, "refused": True})
            if pushed == 3:
                self.task.state = READY

        self.watch(on_wait=on_wait, on_progress=on_progress)
        self.assertEqual(sorted(asked), ["amount 1", "code 1", "code 2"])
        self.assertEqual(sorted(body["value"] for body in self.task.of("pushAntiGateVariable")), sorted(asked))

    def test_on_wait_is_called_for_each_of_two_waits_for_one_value_that_open_within_a_second(self) -> None:
        asked = []

        def on_wait(_: Any) -> str:
            asked.append("next")
            self.task.state = waiting({}, version="the second one") if len(asked) == 1 else READY
            return "next"

        self.watch(on_wait=on_wait)
        self.assertEqual(len(asked), 2)

    def test_a_wait_that_on_wait_declines_ends_the_task(self) -> None:
        def on_wait(wait: Any, asking: Any) -> Any:
            self.assertEqual(asking.task_id, 7)
            return {"decline": "Not me."}

        def on_progress(_: Any) -> None:
            if self.task.of("declineVariable"):
                self.task.state = refused(57, "ERROR_TASK_CANCELED")

        with self.assertRaises(GatepostError) as failed:
            self.run_job(on_wait=on_wait, on_progress=on_progress)
        self.assertEqual((failed.exception.error_code, failed.exception.task_id), ("ERROR_TASK_CANCELED", 7))
        self.assertEqual(self.task.of("declineVariable")[0]["reason"], "Not me.")
        self.assertEqual(self.task.of("pushAntiGateVariable"), [])

    def test_none_leaves_a_wait_to_others_and_false_is_a_value(self) -> None:
        self.task.state = waiting({}, {"name": "agreed"})
        version = self.task.state["version"]

        def on_progress(_: Any) -> None:
            if self.task.of("pushAntiGateVariable"):
                self.task.state = READY

        self.watch(on_wait=lambda wait: False if wait["name"] == "agreed" else None, on_progress=on_progress)
        pushed = [(body["value"], body["version"]) for body in self.task.of("pushAntiGateVariable")]
        self.assertEqual(pushed, [(False, version)])

    def test_answers_that_come_at_once_are_not_asked_for_without_a_pause(self) -> None:
        self.task.state = waiting({})
        began = time.monotonic()

        def on_progress(_: Any) -> None:
            if time.monotonic() - began > 1.2:
                self.task.state = READY

        self.watch(wait_seconds=0, on_progress=on_progress)
        self.assertLess(len(self.task.of("getTaskResult")), 8)

    def test_a_push_that_comes_second_is_no_failure(self) -> None:
        self.task.pushed = refused(1005, "ERROR_VARIABLE_ALREADY_SET")

        def on_progress(_: Any) -> None:
            if self.task.of("pushAntiGateVariable"):
                self.task.state = READY

        self.assertEqual(self.watch(on_wait=lambda wait: "1", on_progress=on_progress), READY)

    def test_a_refused_value_is_raised_and_so_is_what_on_wait_raises_and_the_task_goes_on(self) -> None:
        self.task.pushed = refused(1006, "ERROR_VARIABLE_REFUSED")
        with self.assertRaisesRegex(GatepostError, "ERROR_VARIABLE_REFUSED"):
            self.run_job(on_wait=lambda wait: "x")

        def failing(wait: Any) -> Any:
            raise LookupError("No inbox.")

        with self.assertRaisesRegex(LookupError, "No inbox."):
            self.run_job(on_wait=failing)
        self.assertEqual(self.task.of("cancelTask"), [])

    def cancelled(self) -> Any:
        return CancelledError

    def run_and_abort(self, cancel_on_abort: bool) -> None:
        abort = threading.Event()

        def later() -> None:
            self.task.called["getTaskResult"].wait()
            abort.set()

        threading.Thread(target=later).start()
        self.run_job(abort=abort, cancel_on_abort=cancel_on_abort)

    def test_aborting_run_stops_waiting_and_cancels_the_task_only_where_that_is_asked_for(self) -> None:
        for cancel_on_abort in (False, True):
            with self.subTest(cancel_on_abort):
                self.setUp()
                with self.assertRaises(self.cancelled()):
                    self.run_and_abort(cancel_on_abort)
                wanted = [{"clientKey": "gp_key", "taskId": 7}] if cancel_on_abort else []
                self.assertEqual(self.task.of("cancelTask"), wanted)


class AsyncRuns(Runs):
    def run_job(self, **options: Any) -> Any:
        async def run() -> Any:
            async with AsyncGatepost(base_url=self.task.url, client_key="gp_key") as client:
                return await client.run(**{**JOB, **options})

        return asyncio.run(run())

    def watch(self, **options: Any) -> Any:
        async def watch() -> Any:
            async with AsyncGatepost(base_url=self.task.url, client_key="gp_key") as client:
                return await client.watch(7, **options)

        return asyncio.run(watch())

    def cancelled(self) -> Any:
        return asyncio.CancelledError

    def run_and_abort(self, cancel_on_abort: bool) -> None:
        async def run() -> Any:
            async with AsyncGatepost(base_url=self.task.url, client_key="gp_key") as client:
                running = asyncio.ensure_future(client.run(**JOB, cancel_on_abort=cancel_on_abort))
                await asyncio.to_thread(self.task.called["getTaskResult"].wait)
                running.cancel()
                await running

        asyncio.run(run())

    def test_a_coroutine_is_awaited_and_is_cancelled_once_its_wait_is_over(self) -> None:
        ended = []

        async def on_wait(wait: Any) -> str:
            try:
                if wait["name"] == "code":
                    self.task.state = waiting({"name": "amount"})
                    await asyncio.Event().wait()
            except asyncio.CancelledError:
                ended.append(wait["name"])
                raise
            return "5"

        def on_progress(_: Any) -> None:
            if self.task.of("pushAntiGateVariable"):
                self.task.state = READY

        self.watch(on_wait=on_wait, on_progress=on_progress)
        self.assertEqual(ended, ["code"])
        self.assertEqual([body["name"] for body in self.task.of("pushAntiGateVariable")], ["amount"])

    def test_what_is_cancelled_ends_although_its_connection_does_not_notice_the_first_time(self) -> None:
        calls: list[Any] = []

        class Deaf(httpx.AsyncBaseTransport):
            """As anyio 3, which takes a cancellation for its own while it connects."""

            async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
                calls.append(request)
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    if len(calls) > 1:
                        raise
                return httpx.Response(200, json=waiting({}))

        async def is_cancelled(start: Any) -> bool:
            calls.clear()
            http = httpx.AsyncClient(transport=Deaf())
            running = asyncio.ensure_future(start(AsyncGatepost(base_url=self.task.url, client_key="k", http=http)))
            while not calls:
                await asyncio.sleep(0)
            running.cancel()
            await asyncio.wait({running}, timeout=10)
            cancelled: bool = running.cancelled()
            return cancelled

        self.assertTrue(asyncio.run(is_cancelled(lambda client: client.watch(7))), "watch")
        self.assertTrue(asyncio.run(is_cancelled(lambda client: client.run(**JOB))), "run")
        self.assertTrue(asyncio.run(is_cancelled(lambda client: client.get_balance())), "one call")


class Threads(unittest.TestCase):
    def test_when_others_answer_first_over_is_set_and_a_value_that_comes_later_is_not_pushed(self) -> None:
        task = Task()
        late = threading.Event()

        def on_wait(_: Any, asking: Any) -> str:
            task.state = waiting()
            asking.over.wait()
            task.state = READY
            late.set()
            return "too late"

        with Gatepost(base_url=task.url, client_key="gp_key") as client:
            client.watch(7, on_wait=on_wait)
        self.assertTrue(late.wait(60))
        self.assertEqual(task.of("pushAntiGateVariable"), [])
        task.close()

    def test_a_pause_before_a_retry_can_be_aborted(self) -> None:
        abort = threading.Event()
        abort.set()
        client = Gatepost(base_url="http://127.0.0.1:1", client_key="gp_key")
        began = time.monotonic()
        with self.assertRaises(CancelledError):
            client.run(**JOB, abort=abort)
        self.assertLess(time.monotonic() - began, 20)


class Retries(unittest.TestCase):
    def test_a_call_that_the_service_held_for_longer_than_retry_seconds_is_repeated_too(self) -> None:
        options = Options(base_url="http://127.0.0.1:1", client_key="gp_key", retry_seconds=0.5)
        steps = steps_of(options, "getTaskResult", {"taskId": 7}, None, None)
        self.assertIsInstance(next(steps), Send)
        time.sleep(0.6)
        self.assertIsInstance(steps.send(httpx.ReadError("lost")), Pause)
        self.assertIsInstance(next(steps), Send)

    def test_a_call_that_was_redirected_as_from_http_to_https_says_where(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            if request.url.scheme == "http":
                return httpx.Response(301, headers={"location": "https://example.org/getBalance"})
            return httpx.Response(405, json=refused(5, "ERROR_NO_SUCH_METHOD"))

        http = httpx.Client(transport=httpx.MockTransport(answer))
        client = Gatepost(base_url="http://example.org", client_key="gp_key", http=http)
        with self.assertRaisesRegex(ForeignAnswer, "HTTP 405 after a redirect to https://example.org/getBalance. Check"):
            client.get_balance()


class Values(unittest.TestCase):
    def test_numbers_keep_their_digits(self) -> None:
        value = [10**40, Decimal("1.10"), Decimal("1E+400"), -0.5, True, None, "1.10", {"größe": Decimal("0.1000")}]
        text = to_json(value).decode()
        self.assertEqual(text, f'[{10**40},1.10,1E+400,-0.5,true,null,"1.10",{{"größe":0.1000}}]')
        self.assertEqual(from_json(text), value)
        for wrong in (Decimal("NaN"), float("inf"), object()):
            with self.assertRaises((TypeError, ValueError)):
                to_json(wrong)

    def test_a_file_comes_back_byte_for_byte(self) -> None:
        content = bytes(range(256)) * 400
        with TemporaryDirectory() as folder:
            path = Path(folder, "statement.pdf")
            path.write_bytes(content)
            value = to_file_value(path)
        self.assertEqual((value["name"], value["type"]), ("statement.pdf", "application/pdf"))
        self.assertEqual(from_base64(value["base64"]), content)
        encoded = base64.b64encode(b"a").decode()
        note = {"name": "note", "type": "application/octet-stream", "base64": encoded}
        self.assertEqual(to_file_value(b"a", "note"), note)

    def test_the_base_url_must_be_one(self) -> None:
        for wrong in ("gatepost.example.com", "localhost:3000", "ftp://example.com", "", None):
            with self.assertRaisesRegex(ValueError, "must begin with http"):
                Gatepost(base_url=wrong, client_key="k")  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
