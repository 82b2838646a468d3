import { FormProblem } from "../../components/form.tsx";

/** The same for a wrong password and an unknown address. */
const wrongPassword = "The email or password is not correct. Check both and try again.";

const signedOut = "You are signed out. Sign in again in another tab, then try again here.";

/** Signs in. Throws a FormProblem if that fails. */
export const signIn = (fields: { email: string; password: string }): Promise<void> =>
  callAuth("sign-in/email", fields, wrongPassword);

/** Calls a method of better-auth for a form. Throws a FormProblem; `refused` is the one for what was entered. */
export async function callAuth(path: string, body: object, refused: string): Promise<void> {
  const answer = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (answer?.status === 401 && path !== "sign-in/email") throw new FormProblem(signedOut);
  if (!answer?.ok) throw new FormProblem(await problemOf(answer, refused));
}

async function problemOf(answer: Response | undefined, refused: string): Promise<string> {
  if (!answer) return "The site does not respond. Check your connection and try again.";
  if (answer.status === 429) return tooManyAttempts(Number(answer.headers.get("retry-after")));
  if (answer.status === 403) return "This site is configured for another address (GATEPOST_ORIGIN). Tell the operator.";
  if (answer.status >= 500) return "The service failed. Try again in a moment.";
  // The new password cannot be used; the answer says why.
  return answer.status === 422 ? (await answer.json()).message : refused;
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Wait ${minutes > 1 ? `${minutes} minutes` : "a minute"}, then try again.`;
}
