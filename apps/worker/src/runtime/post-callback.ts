import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type EgressPolicy, websiteProblem } from "@gatepost/domain/task/egress";
import type { Delivery } from "@gatepost/domain/webhook/claim-deliveries";
import type { Resolve } from "../egress/resolve.ts";
import { signatureHeaders } from "./signature-headers.ts";

const answerMs = 15_000;

type Callback = Pick<Delivery, "url" | "accountId" | "messageId" | "secrets"> & {
  body: unknown;
  /** Reads the beginning of the response too, and is called with it. */
  onResponse?: (response: { status: number; excerpt: string }) => void;
};

/** Bytes of a response that are read. */
const excerptBytes = 1_024;

/**
 * Posts a callback or an event, signed, to its address. Returns nothing after a 2xx response, otherwise what went wrong in a few
 * words, without anything of the response. Every address that the name resolves to is checked against the egress policy, and
 * the connection goes to a checked address. Redirects are not followed.
 */
export async function postCallback(
  { url, body, accountId, messageId, secrets, onResponse }: Callback,
  egress: EgressPolicy,
  resolve: Resolve,
): Promise<string | undefined> {
  const problem = websiteProblem(url, egress);
  if (problem) return `its address ${problem}`;
  if (secrets.length === 0) return "its signing secret cannot be decrypted; roll it to send again";
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  try {
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, accountId);
    const allowed = found.filter(({ address }) => egress.allows({ address, port, host: target.hostname }));
    if (allowed.length < found.length) return "its host leads to a network that this installation does not open";
    const text = JSON.stringify(body);
    const lookup: LookupFunction = (_, options, answer) => {
      const [first] = allowed;
      if (options.all) answer(null, allowed);
      else if (first) answer(null, first.address, first.family);
    };
    const headers = signatureHeaders(messageId, text, secrets);
    const { status, excerpt } = await post(target, text, headers, lookup, onResponse !== undefined);
    onResponse?.({ status, excerpt });
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message.slice(0, 100);
  }
}

function post(
  url: URL,
  body: string,
  signature: Record<string, string>,
  lookupChecked: LookupFunction,
  reads: boolean,
): Promise<{ status: number; excerpt: string }> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(body),
          "user-agent": "Gatepost",
          ...signature,
        },
        // A pooled connection could belong to another name's address.
        agent: false,
        lookup: lookupChecked,
        signal: AbortSignal.timeout(answerMs),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let length = 0;
        // No more of the response's body is read, and its sender cannot keep the connection open.
        const end = () => {
          const excerpt = Buffer.concat(parts).subarray(0, excerptBytes).toString("utf8");
          resolve({ status: answer.statusCode ?? 0, excerpt });
          answer.destroy();
        };
        if (!reads) return end();
        answer.on("data", (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length >= excerptBytes) end();
        });
        // A response that is not sent to its end counts by its status.
        for (const event of ["end", "error", "aborted", "close"]) answer.on(event, end);
      },
    );
    call.on("error", reject);
    // Node.js reports a response that changes the protocol (101) by nothing else.
    call.on("close", () => reject(new Error("the connection was closed without a response")));
    call.end(body);
  });
}
