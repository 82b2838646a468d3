import { firstTask } from "@gatepost/contract/first-task";

/** A call of createTask to paste: the demo's site where it runs, with the built-in template. */
export function firstCall(origin: string, softId: number | undefined, clientKey = "YOUR_KEY"): string {
  const body = { clientKey, ...(softId !== undefined && { softId }), task: firstTask };
  return `curl -s ${origin}/createTask -d '${JSON.stringify(body, null, 2)}'`;
}
