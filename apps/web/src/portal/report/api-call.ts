/** The JSON call for what is on the screen, as a shell command. */
export function apiCall(
  origin: string,
  asked: { clientKey: string; softId: number; mode: string; from: string; to: string; timezone: string },
): string {
  return `curl -s ${origin}/getAppStats -d '${JSON.stringify(asked)}'`;
}
