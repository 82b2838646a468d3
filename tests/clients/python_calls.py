"""Makes the calls that it reads as JSON from its standard input with the Python clients, and writes what became of each."""

import asyncio
import json
import re
import sys
from typing import Any

import gatepost
import httpx


def arguments(call: Any) -> tuple[str, Any]:
    def snake(name: str) -> str:
        return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()

    given = {**call["request"], "retrySeconds": call["retrySeconds"]}
    if "idempotencyKey" in call:
        given["idempotencyKey"] = call["idempotencyKey"]
    return snake(call["method"]), {snake(name): value for name, value in given.items()}


def failure(error: Exception) -> Any:
    if isinstance(error, gatepost.GatepostError):
        said = {"errorCode": error.error_code, "errorId": error.error_id, "status": error.status, "message": str(error)}
        return {**said, "retryAfter": error.retry_after, "taskId": error.task_id, "details": error.details}
    if isinstance(error, gatepost.ForeignAnswer):
        return {"foreign": error.status, "message": str(error)}
    if isinstance(error, httpx.RequestError):
        return {"lost": True}
    raise error


def sync_call(call: Any) -> Any:
    method, given = arguments(call)
    with gatepost.Gatepost(base_url=call["baseUrl"], client_key="gp_key") as client:
        try:
            return {"answer": getattr(client, method)(**given)}
        except Exception as error:
            return failure(error)


async def async_call(call: Any) -> Any:
    method, given = arguments(call)
    async with gatepost.AsyncGatepost(base_url=call["baseUrl"], client_key="gp_key") as client:
        try:
            return {"answer": await getattr(client, method)(**given)}
        except Exception as error:
            return failure(error)


async def all_at_once(calls: Any) -> Any:
    return await asyncio.gather(*map(async_call, calls))


calls = json.load(sys.stdin)
outcomes = [sync_call(call) for call in calls] if sys.argv[1] == "sync" else asyncio.run(all_at_once(calls))
json.dump(outcomes, sys.stdout)
