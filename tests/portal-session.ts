import { createHash, createHmac, randomUUID } from "node:crypto";
import { createUser } from "@gatepost/domain/people/create-user";
import type { TestContext } from "@gatepost/domain/platform/testing";

export const password = "a sentence is a good password";

export const newEmail = (): string => `${randomUUID()}@example.org`;

/** As better-auth computed it, which takes a tenth of a second of processor time. */
export const passwordHash = `8c65dc8f0d1aa4b630d1ec78d7a3bfe4:${[
  "c3b95c131422eaf700e513cdeb8c5713021ab3a79f93fbd85bbbca4ab698425e",
  "83ef106581033253994d56c6cbfaa880aeff9fee3266a6b252e07d955f7f2fde",
].join("")}`;

/**
 * Signs in a new user of the account without a browser. Returns the session's cookie. It is what better-auth makes once the password
 * was right: verifying it takes as long as computing its hash.
 */
export async function newPortalSession(
  { operator }: { operator: TestContext & { secret: string } },
  accountId: number,
  { email = newEmail(), userAgent = "" }: { email?: string; userAgent?: string } = {},
): Promise<string> {
  const input = { email, passwordHash, account: { accountId } };
  const { userId } = await createUser({ ctx: operator, input });
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 14 * 86_400_000);
  const session = { id: randomUUID(), token, userId, expiresAt, ipAddress: "127.0.0.1", userAgent };
  await operator.db.prisma.session.create({ data: session });
  const key = createHash("sha256").update(`gatepost sessions v1 ${operator.secret}`).digest("hex");
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return `gatepost.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** A call of the portal that changes something, from a page of this site. */
export function changePortal(url: string, path: string, body: unknown, cookie = ""): Promise<Response> {
  const headers = { origin: url, "content-type": "application/json", cookie };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}
