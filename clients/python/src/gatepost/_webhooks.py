"""Callbacks, events and files."""

from __future__ import annotations

import base64
import hashlib
import hmac
import mimetypes
import time
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from ._call import from_json

#: How far the sender's clock and this one may be apart, and how long an attempt may take, in seconds.
TOLERANCE = 300


def read_webhook(*, body: str | bytes, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Reads a callback or an event, if its signature is Gatepost's (Standard Webhooks); raises ValueError otherwise.

    `body` is what was received, not parsed; `secret` is the account's or the endpoint's, as it was shown: `whsec_…`. An
    attempt can be repeated: ignore a `webhook-id` that was handled already.
    """
    given = {name.lower(): value for name, value in headers.items()}
    sent, at = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not at.isascii() or not at.isdigit() or abs(time.time() - int(at)) > TOLERANCE:
        raise ValueError("The webhook is not signed, or its time is more than five minutes away from this clock.")
    content = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    digest = hmac.new(key, f"{sent}.{at}.".encode() + content, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    # While a secret is being replaced there are several.
    if any(hmac.compare_digest(wanted, one.encode()) for one in given.get("webhook-signature", "").split(" ")):
        body_of: dict[str, Any] = from_json(content)
        return body_of
    raise ValueError("The webhook's signature does not match.")


def to_file_value(file: str | PathLike[str] | bytes, name: str | None = None, type: str | None = None) -> dict[str, str]:
    """A file as the value of a variable: one of the disk by its path, or bytes."""
    content = file if isinstance(file, bytes) else Path(file).read_bytes()
    name = name or ("file" if isinstance(file, bytes) else Path(file).name)
    type = type or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return {"name": name, "type": type, "base64": base64.b64encode(content).decode()}


def from_base64(text: str) -> bytes:
    """The bytes of a file, screenshot or page of a solution."""
    return base64.b64decode(text)
