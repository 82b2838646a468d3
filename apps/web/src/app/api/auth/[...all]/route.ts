import { forgetResetLinks } from "@gatepost/domain/user/forget-reset-links";
import { authOf, sessionOf } from "../../../../server/auth.ts";
import { addressHeader, callerAddress } from "../../../../server/caller-address.ts";
import { commonPasswordSaid, isCommonPassword } from "../../../../server/common-password.ts";
import { openContainer } from "../../../../server/container.ts";
import { logEvent, outcomeOf } from "../../../../server/log-event.ts";
import { isSameOrigin } from "../../../../server/origin.ts";

/** What the pages need of better-auth; its other paths stay shut. All of them change something. */
const open = new Set(["sign-in/email", "sign-out", "revoke-other-sessions", "change-password", "reset-password"]);

/** Sign-in, sign-out, and passwords, as better-auth answers them: to pages of this site alone. */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request;
  const path = new URL(request.url).pathname.replace(/^\/api\/auth\//, "");
  if (!open.has(path)) return Response.json({ message: "There is no such call." }, { status: 404 });
  if (!isSameOrigin(headers))
    return Response.json({ message: "Call this from a page of the site itself." }, { status: 403 });
  const body = await request.text();
  if (/\\u0000|%00|\0/.test(request.url + body))
    return Response.json({ message: "The call cannot be read." }, { status: 400 });
  if (await asksForCommonPassword(body)) return Response.json({ message: commonPasswordSaid }, { status: 422 });

  const person = path === "change-password" ? await sessionOf(headers) : null;
  const address = callerAddress((name) => headers.get(name));
  const told = new Headers(headers);
  told.set(addressHeader, address);
  // From its parts: the request of Next.js cannot be handed to `new Request` as a whole.
  const answer = await authOf(headers).handler(new Request(request.url, { method: "POST", headers: told, body }));
  if (answer.ok && person) await forgetResetLinks(openContainer().ground, person.userId);
  logEvent(path, { outcome: outcomeOf(answer.status), address });
  const wait = answer.headers.get("x-retry-after");
  if (wait) answer.headers.set("retry-after", wait);
  return answer;
}

/** Of the new one alone: whoever has such a password from before can still sign in, and change it. */
async function asksForCommonPassword(body: string): Promise<boolean> {
  const asked = readJson(body);
  const next = typeof asked === "object" && asked !== null && "newPassword" in asked ? asked.newPassword : undefined;
  return typeof next === "string" && isCommonPassword(next);
}

/** undefined for what is no JSON; better-auth says so itself. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
