/** Calls a method of better-auth. undefined: there was no answer. */
export function postAuth(path: string, body: object = {}): Promise<Response | undefined> {
  return fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}
