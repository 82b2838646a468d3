"""The client of Gatepost: browser tasks that wait for values which do not exist yet."""

from ._call import ForeignAnswer, GatepostError
from ._client import AsyncGatepost, Gatepost
from ._methods import Asking, ErrorCode, File, Processing, Ready, ReadyTask, Solution, Wait
from ._webhooks import from_base64, read_webhook, to_file_value

__all__ = [
    "Asking",
    "AsyncGatepost",
    "ErrorCode",
    "File",
    "ForeignAnswer",
    "Gatepost",
    "GatepostError",
    "Processing",
    "Ready",
    "ReadyTask",
    "Solution",
    "Wait",
    "from_base64",
    "read_webhook",
    "to_file_value",
]
