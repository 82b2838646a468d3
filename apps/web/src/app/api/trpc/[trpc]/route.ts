import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { isSameOrigin } from "../../../../server/origin.ts";
import { portalRouter } from "../../../../server/router.ts";
import { portalContext } from "../../../../server/trpc.ts";
import { mostCalls } from "../../../../trpc/most-calls.ts";

/** The portal's calls. What changes something must come from a page of this site, and as JSON. */
const handle = (request: Request): Promise<Response> | Response => {
  const json = request.headers.get("content-type")?.startsWith("application/json");
  if (request.method !== "GET" && !(json && isSameOrigin(request.headers)))
    return Response.json({ message: "Call this from a page of the site itself." }, { status: 403 });
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: portalRouter,
    createContext: () => portalContext(request.headers),
    maxBatchSize: mostCalls,
    responseMeta: () => ({ headers: { "cache-control": "no-store" } }),
  });
};

export { handle as GET, handle as POST };
