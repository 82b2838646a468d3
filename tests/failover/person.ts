import { randomBytes } from "node:crypto";

/** A user who has signed in to the portal. */
interface Person {
  email: string;
  password: string;
  /** The value of the header `cookie`. */
  cookie: string;
}

/** Signs up and in, as the portal's pages do. */
export async function newPerson(url: string): Promise<Person> {
  const email = `failover-${Date.now()}@example.org`;
  // Well-known passwords are refused.
  const password = randomBytes(12).toString("hex");
  const signUp = await change(url, "/api/trpc/account.signUp", { json: { email, password } });
  if (!signUp.ok) throw new Error(`Signing up was answered with ${signUp.status}: ${await signUp.text()}`);
  const response = await change(url, "/api/auth/sign-in/email", { email, password });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  if (!response.ok || !cookie) throw new Error(`Signing in was answered with ${response.status}.`);
  return { email, password, cookie };
}

/** A call of the portal that changes something, from a page of this site. */
export function change(url: string, path: string, body: unknown): Promise<Response> {
  const headers = { origin: url, "content-type": "application/json" };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}
