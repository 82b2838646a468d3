import { randomBytes } from "node:crypto";
import { changePortal } from "../portal-session.ts";

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
  const signUp = await changePortal(url, "/api/trpc/account.signUp", { json: { email, password } });
  if (!signUp.ok) throw new Error(`Signing up was answered with ${signUp.status}: ${await signUp.text()}`);
  const response = await changePortal(url, "/api/auth/sign-in/email", { email, password });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  if (!response.ok || !cookie) throw new Error(`Signing in was answered with ${response.status}.`);
  return { email, password, cookie };
}
