import { normalEmail } from "@gatepost/contract/email";
import { endOldPassword, endSession, readPasswordHash } from "@gatepost/domain/people/people";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { log } from "@gatepost/domain/platform/log";
import { takeAttempt } from "@gatepost/domain/platform/rates";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { verifyPassword } from "better-auth/crypto";
import {
  commonPasswordMessage,
  isCommonPassword,
  openAuth,
  rethrowUnavailable,
  sessionOf,
} from "../../../../auth/auth.ts";
import { beginSignIn } from "../../../../auth/sign-in-attempts.ts";
import { addressHeader, callerAddress } from "../../../../http/caller-address.ts";
import { readObjectInTurn } from "../../../../http/json-body.ts";
import { isSameOrigin, originOf } from "../../../../http/origin.ts";
import { addressCaller } from "../../../../http/rate-limit.ts";
import { getContainer } from "../../../../opened-container.ts";
import { authSettings } from "../../../../settings.ts";

/**
 * The paths of better-auth that pages use, with the fields that they send. No other field is passed on: some, such as
 * callbackURL, would let callers write to the log. All of these paths change something.
 */
const open: Record<string, readonly string[]> = {
  "sign-in/email": ["email", "password"],
  "sign-out": [],
  "revoke-other-sessions": [],
  "change-password": ["currentPassword", "newPassword"],
  "reset-password": ["token", "newPassword"],
};

/** Sign-in, sign-out and passwords, handled by better-auth, for pages of this site only. */
export async function POST(request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const path = pathname.replace(/^\/api\/auth\//, "");
  const fields = Object.hasOwn(open, path) ? open[path] : undefined;
  if (!fields) return Response.json({ message: "There is no such call." }, { status: 404 });
  try {
    return await answerCall(request, origin + pathname, path, fields);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log(path, { outcome: "failed", address: callerAddress(request.headers) });
    return Response.json(
      { message: "The database is unavailable. Try again in a moment." },
      { status: 503, headers: { "retry-after": "2" } },
    );
  }
}

async function answerCall(request: Request, url: string, path: string, fields: readonly string[]): Promise<Response> {
  const { headers } = request;
  if (!isSameOrigin(headers))
    return Response.json({ message: "Call this from a page of the site itself." }, { status: 403 });
  const { app, limiter } = getContainer();
  const address = callerAddress(headers);
  const seconds = await limiter.take(addressCaller(address));
  if (seconds > 0) return tooManyAttempts(seconds);
  let read: Awaited<ReturnType<typeof readObjectInTurn>>;
  try {
    read = await readObjectInTurn(await request.bytes(), addressCaller(address));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Response.json({ message: error.message }, { status: error.code === "ERROR_REQUEST_TOO_LARGE" ? 413 : 503 });
  }
  if (!read || /\\u0000|%00|\0/.test(request.url + read.text))
    return Response.json({ message: "The request could not be parsed." }, { status: 400 });
  const asked = read.body;
  // A user with such a password from before can still sign in, and change it.
  if (typeof asked.newPassword === "string" && (await isCommonPassword(asked.newPassword)))
    return Response.json({ message: commonPasswordMessage }, { status: 422 });

  const person = path === "change-password" ? ((await sessionOf(headers))?.actor ?? null) : null;
  const forwarded = new Headers(headers);
  forwarded.set(addressHeader, address);
  const email = typeof asked.email === "string" ? normalEmail(asked.email) : undefined;
  const call = {
    ...Object.fromEntries(Object.entries(asked).filter(([name]) => fields.includes(name))),
    ...(email !== undefined && { email }),
    // A new password ends every other session, whatever the caller requests.
    ...(path === "change-password" && { revokeOtherSessions: true }),
  };
  const change = person && { key: `change-password ${person.userId}`, ...changeRule };
  if (change && authSettings().limited && !(await takeAttempt(app, change))) {
    log(path, { outcome: "refused", address });
    return tooManyAttempts(changeRule.windowSeconds);
  }
  const signIn =
    path === "sign-in/email" && email !== undefined
      ? await beginSignIn(app, headers, email, originOf(headers).startsWith("https:"))
      : undefined;
  if (signIn && "wait" in signIn) {
    log(path, { outcome: "refused", address });
    return tooManyAttempts(signIn.wait);
  }
  forwarded.delete("content-length");
  // Built from its parts, because Next.js's request cannot be passed to `new Request`.
  const forwardedCall = new Request(url, { method: "POST", headers: forwarded, body: JSON.stringify(call) });
  const user = person ? { id: person.userId } : { email: email ?? "" };
  const passwordHash = signIn && (await readPasswordHash(app, user));
  let answer = await rethrowUnavailable(() => openAuth().handler(forwardedCall));
  const { token }: { token?: string } = answer.ok ? await answer.clone().json() : {};
  const isReplaced = async () => {
    const hash = await readPasswordHash(app, user);
    if (signIn) return hash !== passwordHash;
    return !hash || !(await verifyPassword({ hash, password: String(asked.newPassword) }));
  };
  // While it was checked, or while the session that follows a change began, the password may have been replaced.
  if (token && (await isReplaced())) {
    await endSession(app, token);
    answer = Response.json({ message: "Invalid email or password" }, { status: 401 });
  }
  await signIn?.end(answer);
  // The browser's cookie named another session until now, which nobody can end any more.
  if (answer.ok && signIn) await rethrowUnavailable(() => openAuth().api.signOut({ headers }));
  if (answer.ok && person) await endOldPassword(app, person.userId, token);
  log(path, { outcome: outcomeOf(answer.status), address });
  const wait = answer.headers.get("x-retry-after");
  if (wait) answer.headers.set("retry-after", wait);
  if (!answer.ok) return answer;
  // Without better-auth's body, which repeats the session's token where scripts can read it.
  answer.headers.delete("content-length");
  return new Response(JSON.stringify({ status: "success" }), answer);
}

/** The outcome of a call, by the status of its response. */
function outcomeOf(status: number): "done" | "refused" | "failed" {
  if (status < 400) return "done";
  return status < 500 ? "refused" : "failed";
}

/** A stolen session must not be enough to guess the password, even from many addresses. */
const changeRule = { max: 5, windowSeconds: 60 };

/** The same response as better-auth's own rate limit. */
function tooManyAttempts(seconds: number): Response {
  return Response.json(
    { message: "Too many requests. Please try again later." },
    { status: 429, headers: { "retry-after": String(seconds) } },
  );
}
