import { createHash, createHmac, randomUUID } from "node:crypto";
import { createUser } from "@gatepost/domain/people/create-user";
import type { Operator } from "./factories.ts";

interface Site {
  url: string;
  operator: Operator;
}

export const password = "a sentence is a good password";

export const newEmail = (): string => `${randomUUID()}@example.org`;

/** A hash takes long to compute, and suits every user and installation. */
let passwordHash: Promise<string> | undefined;

/**
 * Signs in a new user of the account without a browser. Returns the session's cookie. It is what better-auth makes once the password
 * was right: verifying it takes a tenth of a second of processor time. The first call signs up, which the installation must allow.
 */
export async function newPortalSession(
  { url, operator }: Site,
  accountId: number,
  { email = newEmail(), userAgent = "" }: { email?: string; userAgent?: string } = {},
): Promise<string> {
  passwordHash ??= hashOfPassword({ url, operator });
  const input = { email, passwordHash: await passwordHash, account: { accountId } };
  const { userId } = await createUser({ ctx: operator, input });
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 14 * 86_400_000);
  const session = { id: randomUUID(), token, userId, expiresAt, ipAddress: "127.0.0.1", userAgent };
  await operator.db.prisma.session.create({ data: session });
  const key = createHash("sha256").update(`gatepost sessions v1 ${operator.secret}`).digest("hex");
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return `gatepost.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function hashOfPassword({ url, operator }: Site): Promise<string> {
  const email = newEmail();
  const response = await fetch(`${url}/api/trpc/account.signUp`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ json: { email, password } }),
  });
  if (response.status !== 200) throw new Error(`Signing up was answered ${response.status}: ${await response.text()}`);
  const { password: hash } = await operator.db.prisma.credential.findFirstOrThrow({
    where: { user: { email } },
    select: { password: true },
  });
  return hash ?? "";
}
