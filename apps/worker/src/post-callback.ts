import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type EgressPolicy, websiteProblem } from "@gatepost/domain/task/egress";
import type { Resolve } from "./resolve.ts";

const answerMs = 15_000;

/**
 * Posts a task's end to its caller. Returns nothing where a 2xx answered, else what went wrong in a few words, without a
 * word of the answer. Every address that the name resolves to, on behalf of `asker`, is held against the policy, and the
 * connection goes to an address that was; redirects are not followed.
 */
export async function postCallback(
  { url, body, asker }: { url: string; body: unknown; asker: unknown },
  egress: EgressPolicy,
  resolve: Resolve,
): Promise<string | undefined> {
  const problem = websiteProblem(url, egress);
  if (problem) return `callbackUrl ${problem}`;
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  try {
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, asker);
    const allowed = found.filter(({ address }) => egress.allows({ address, port, host: target.hostname }));
    if (allowed.length < found.length) return "its host leads to a network that this installation does not open";
    const status = await post(target, JSON.stringify(body), (_, options, answer) => {
      const [first] = allowed;
      if (options.all) answer(null, allowed);
      else if (first) answer(null, first.address, first.family);
    });
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message.slice(0, 100);
  }
}

function post(url: URL, body: string, lookupChecked: LookupFunction): Promise<number> {
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
        },
        // A pooled connection could belong to another name's address.
        agent: false,
        lookup: lookupChecked,
        signal: AbortSignal.timeout(answerMs),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        // What it says is not read; nobody can make us keep it.
        answer.destroy();
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
