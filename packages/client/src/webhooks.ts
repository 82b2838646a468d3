import type { Processing, Ready } from "./gatepost.ts";
import type { ErrorDetails } from "./methods.ts";

/** What a task's callback URL gets: the body of getTaskResult. */
export type Callback = (
  | Processing
  | Ready
  | ({ errorId: number; errorCode: string; errorDescription: string; status?: undefined } & ErrorDetails)
) & { taskId: number; reminder?: true };

/** What an endpoint for events gets, such as `task.waiting`. */
export interface GatepostEvent {
  type: string;
  timestamp: string;
  data: { taskId?: number; templateName?: string; softId?: number; [more: string]: unknown };
}

interface Received {
  /** As received: parsing and serialising JSON may change it. */
  body: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The account's or the endpoint's, as it was shown: `whsec_…`. */
  secret: string;
}

/** How far the sender's clock and this one may be apart, and how long an attempt may take, in seconds. */
const tolerance = 300;

/**
 * Reads a callback or an event, if its signature is Gatepost's (Standard Webhooks, docs/callbacks.md); throws otherwise. An attempt
 * can be repeated: ignore a `webhook-id` that was handled already.
 */
export async function readWebhook<Body = Callback>({ body, headers, secret }: Received): Promise<Body> {
  // Some hosts keep the case in which they were sent.
  const all = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const header = (name: string) => String(all.find(([one]) => one.toLowerCase() === name)?.[1] ?? "");
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= tolerance))
    throw new Error("The webhook is not signed, or its time is more than five minutes away from this clock.");
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // While a secret is being replaced there are several.
  for (const signature of header("webhook-signature").split(" "))
    if (signature.startsWith("v1,") && (await crypto.subtle.verify("HMAC", key, signatureBytes(signature), signed)))
      return JSON.parse(body);
  throw new Error("The webhook's signature does not match.");
}

function signatureBytes(signature: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(signature.slice("v1,".length));
  } catch {
    return new Uint8Array();
  }
}

/** The bytes of a file, screenshot or page of a solution. */
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A file as the value of a variable. */
export async function toFileValue(
  file: Blob,
  name = file instanceof File ? file.name : "file",
): Promise<{ name: string; type: string; base64: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  // A call takes a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 32_768)
    binary += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  return { name, type: file.type || "application/octet-stream", base64: btoa(binary) };
}
