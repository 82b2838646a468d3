import { getContainer } from "../../opened-container.ts";

/**
 * Whether the process lives and should be sent calls: 503 once it is asked to stop, so that proxies send calls elsewhere
 * before it closes. Depends on nothing else, because without a database every call is to get Gatepost's own 503.
 */
export function GET(): Response {
  const stopping = getContainer().stopRequested.signal.aborted;
  return Response.json(
    { status: stopping ? "stopping" : "ok" },
    { status: stopping ? 503 : 200, headers: { "cache-control": "no-store" } },
  );
}
