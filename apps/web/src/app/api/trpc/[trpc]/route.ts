import { isDomainError } from "@gatepost/domain/platform/errors";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { logFault } from "../../../../http/answer.ts";
import { callerAddress } from "../../../../http/caller-address.ts";
import { checkStructure, readPortalBody } from "../../../../http/json-body.ts";
import { isSameOrigin } from "../../../../http/origin.ts";
import { addressCaller } from "../../../../http/rate-limit.ts";
import { portalContext, refuseUnavailable, trpcCodes } from "../../../../trpc/procedures.ts";
import { portalRouter } from "../../../../trpc/router.ts";
import { maxCalls } from "../../../../trpc/transport.ts";

/** The portal's calls. Mutations must come from a page of this site, as JSON. */
const handle = async (request: Request): Promise<Response> => {
  const { url, method, headers, signal } = request;
  const json = headers.get("content-type")?.startsWith("application/json");
  const isReading = method === "GET" || method === "HEAD";
  if (!isReading && !(json && isSameOrigin(headers)))
    return Response.json({ message: "Call this from a page of the site itself." }, { status: 403 });
  let refusal: TRPCError | undefined;
  let body: string | null = null;
  try {
    if (isReading) checkStructure(new URL(url).searchParams.get("input") ?? "");
    else body = await readPortalBody(request, addressCaller(callerAddress(headers)));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    refusal = new TRPCError({ code: trpcCodes[error.code], message: error.message, cause: error });
  }
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: new Request(url, { method, headers, body, signal }),
    router: portalRouter,
    // Responds in tRPC's format, which its client reads, even to a call that is refused unread.
    createContext: () => {
      if (refusal) throw refusal;
      return portalContext(headers).catch(refuseCall);
    },
    maxBatchSize: maxCalls,
    responseMeta: () => ({ headers: { "cache-control": "no-store" } }),
  });
};

/** An error before the procedure, which logs its own. */
function refuseCall(error: unknown): never {
  if (!isUnavailable(error)) logFault("trpc", error);
  return refuseUnavailable(error);
}

export { handle as GET, handle as POST };
