import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { openAddress, receiveMessage } from "@gatepost/domain/waits/inbound-messages";
import type { Container } from "../container.ts";
import { logFault } from "../http/answer.ts";
import { callerAddress } from "../http/caller-address.ts";
import { addressCaller } from "../http/rate-limit.ts";

type Dependencies = Pick<Container, "app" | "limiter" | "inboundLimiter" | "inbound">;

/**
 * Receives what an SMS gateway or a mail forwarder posts. The response is 204 whatever was posted to whatever token, so that
 * nothing can be probed; and 503, for every token, while messages cannot be stored, because gateways post again then.
 */
export async function receiveInbound(parts: Dependencies, token: string, request: Request): Promise<Response> {
  try {
    await receive(parts, token, request);
  } catch (error) {
    if (!isUnavailable(error)) logFault("inbound message not received", error);
    return new Response(null, { status: 503, headers: { "retry-after": "2" } });
  }
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

async function receive({ app, limiter, inboundLimiter, inbound }: Dependencies, token: string, request: Request) {
  const address = callerAddress(request.headers);
  if ((await limiter.take(addressCaller(address))) > 0) return;
  const bytes = await request.bytes();
  const accountId = await openAddress({ app, token });
  if (accountId === null || (await inboundLimiter.take(`inbound ${accountId}`)) > 0) return;
  const type = request.headers.get("content-type") ?? "";
  const message = await readMessage(bytes, type);
  if (message.text === "") return;
  const body = Buffer.from(bytes).toString("base64");
  const { stored } = await receiveMessage(app, { accountId, ...message, body });
  if (stored) inbound.notify();
}

/**
 * The names, in lower case and without punctuation, under which SMS gateways and mail forwarders post the sender and the text:
 * Twilio, Vonage, Plivo, MessageBird, Telnyx, the SMS apps for Android, Mailgun, SendGrid, Postmark, CloudMailin. The first
 * one that is there counts.
 */
const senderNames = ["from", "sender", "msisdn", "originator", "phonenumber", "number", "phone", "source"];
const textNames = ["strippedtext", "textbody", "bodyplain", "plain", "text", "body", "message", "content", "msg"];
const htmlNames = ["strippedhtml", "htmlbody", "bodyhtml", "html"];

/** Objects that are nested deeper are ignored. */
const maxDepth = 4;

/** Reads a message posted as JSON, a form, a multipart form or plain text. Anything that is none of these is plain text. */
export async function readMessage(bytes: Uint8Array, contentType: string) {
  const raw = new TextDecoder().decode(bytes).trim();
  const fields = new Map<string, string>();
  await readFields(fields, bytes, raw, contentType);
  const first = (names: readonly string[]) =>
    names.map((name) => fields.get(name)?.trim()).find((value) => value !== undefined && value !== "");
  const text = first(textNames) ?? first(htmlNames) ?? raw;
  const subject = first(["subject"]);
  return {
    /** A telephone number, a name or an email address; empty if it does not say. */
    sender: (first(senderNames) ?? "").toWellFormed(),
    text: (subject ? `${subject}\n${text}` : text).toWellFormed(),
  };
}

/** Fills in the fields of a body. Plain text has none. */
async function readFields(fields: Map<string, string>, bytes: Uint8Array, raw: string, contentType: string) {
  const [type = ""] = contentType.toLowerCase().split(";");
  if (/^[{[]/.test(raw)) {
    try {
      return collect(JSON.parse(raw), "", fields, 0);
    } catch {
      // It is text that looks like JSON.
    }
  }
  if (/^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(type.trim())) {
    try {
      const form = await readableForm(bytes, contentType).formData();
      for (const [name, value] of form) if (typeof value === "string") keep(fields, name, value);
    } catch {
      // Despite its type, it is not a form.
    }
  }
}

/** The form that the parser of Node.js accepts: it refuses a boundary of fewer than 27 characters, which some gateways send. */
function readableForm(bytes: Uint8Array, contentType: string): Response {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(contentType)?.[1] ?? "";
  if (boundary === "" || boundary.length >= 27)
    return new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } });
  const long = boundary.padEnd(27, "0");
  // It begins a line; the first one does with the new line that is put before the body and removed again.
  const body = `\n${Buffer.from(bytes).toString("latin1")}`.replaceAll(`\n--${boundary}`, `\n--${long}`).slice(1);
  return new Response(Buffer.from(body, "latin1"), {
    headers: { "content-type": `multipart/form-data; boundary=${long}` },
  });
}

/** The strings and numbers of an object and of those in it, under their own names; outer ones count before inner ones. */
function collect(value: unknown, name: string, fields: Map<string, string>, depth: number): void {
  if (typeof value === "string" || typeof value === "number") keep(fields, name, String(value));
  if (typeof value !== "object" || value === null || depth === maxDepth) return;
  const entries = Object.entries(value).map(([key, inner]) => [Array.isArray(value) ? name : key, inner] as const);
  for (const [key, inner] of entries) if (typeof inner !== "object") collect(inner, key, fields, depth + 1);
  for (const [key, inner] of entries) if (typeof inner === "object") collect(inner, key, fields, depth + 1);
}

function keep(fields: Map<string, string>, name: string, value: string): void {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  if (!fields.has(plain)) fields.set(plain, value);
}
