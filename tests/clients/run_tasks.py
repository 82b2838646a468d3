"""Does what run-tasks.ts does, with the client that the argument names: `sync`, in four threads, or `async`."""

import asyncio
import itertools
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gatepost import AsyncGatepost, Gatepost

numbers = itertools.count()
count = int(os.environ["COUNT"])
account: Any = {"base_url": os.environ["GATEPOST_URL"], "client_key": os.environ["GATEPOST_KEY"], "retry_seconds": 120}


def job(n: int) -> Any:
    own = {"variables": {"code": "_WAIT_FOR_IT_"}, "on_wait": lambda wait: n}
    return {"template": os.environ["TEMPLATE"], "website_url": "http://127.0.0.1/", **own}


def ended(n: int, task: Any) -> None:
    sys.stdout.write(json.dumps({"n": n, "taskId": task["taskId"]}) + "\n")
    sys.stdout.flush()


def in_threads() -> None:
    def call_again_and_again(_: int) -> None:
        while (n := next(numbers)) < count:
            ended(n, gatepost.run(**job(n)))

    with Gatepost(**account) as gatepost, ThreadPoolExecutor(4) as callers:
        list(callers.map(call_again_and_again, range(4)))


async def in_one_loop() -> None:
    async def call_again_and_again() -> None:
        while (n := next(numbers)) < count:
            ended(n, await gatepost.run(**job(n)))

    async with AsyncGatepost(**account) as gatepost:
        await asyncio.gather(*(call_again_and_again() for _ in range(4)))


if sys.argv[1] == "sync":
    in_threads()
else:
    asyncio.run(in_one_loop())
