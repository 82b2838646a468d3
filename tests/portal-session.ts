import { randomUUID } from "node:crypto";
import { createUser } from "@gatepost/domain/people/create-user";
import type { Operator } from "./factories.ts";

interface Site {
  url: string;
  operator: Operator;
}

const password = "a sentence is a good password";

/** A hash takes long to compute, and suits every user and installation. */
let passwordHash: Promise<string> | undefined;

/**
 * Signs in a new user of the account without a browser. Returns the session's cookie, for the procedures of the portal. The
 * first call signs up, which the installation must allow.
 */
export async function newPortalSession({ url, operator }: Site, accountId: number): Promise<string> {
  passwordHash ??= hashOfPassword({ url, operator });
  const email = `${randomUUID()}@example.org`;
  await createUser({ ctx: operator, input: { email, passwordHash: await passwordHash, account: { accountId } } });
  const response = await post(url, "/api/auth/sign-in/email", { email, password });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function hashOfPassword({ url, operator }: Site): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await post(url, "/api/trpc/account.signUp", { json: { email, password } });
  const { password: hash } = await operator.db.prisma.credential.findFirstOrThrow({
    where: { user: { email } },
    select: { password: true },
  });
  return hash ?? "";
}

async function post(url: string, path: string, body: unknown): Promise<Response> {
  const headers = { origin: url, "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response;
}
