/** Signs in. Undefined on success, otherwise a sentence, which is the same for a wrong password and an unknown address. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const answer = await postAuth("sign-in/email", { email, password });
  if (answer?.ok) return undefined;
  if (!answer) return "The site does not respond. Check your connection and try again.";
  if (answer.status === 429) return tooManyAttempts(Number(answer.headers.get("retry-after")));
  if (answer.status === 403) return "This site is configured for another address (GATEPOST_ORIGIN). Tell the operator.";
  if (answer.status >= 500) return "The service failed. Try again in a moment.";
  return "The email or password is not correct. Check both and try again.";
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Wait ${minutes > 1 ? `${minutes} minutes` : "a minute"}, then try again.`;
}

/** Calls a method of better-auth. undefined: there was no answer. */
export function postAuth(path: string, body: object = {}): Promise<Response | undefined> {
  return fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}
