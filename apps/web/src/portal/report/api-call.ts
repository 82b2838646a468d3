/** The JSON call that answers what is on the screen, for a shell. */
export function apiCall(
  origin: string,
  asked: { softId: number; mode: string; from: string; to: string; timezone: string },
): string {
  return `curl -s ${origin}/getAppStats -d '${JSON.stringify({ clientKey: "YOUR_KEY", ...asked })}'`;
}
