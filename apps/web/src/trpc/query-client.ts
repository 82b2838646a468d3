import { defaultShouldDehydrateQuery, MutationCache, QueryClient, type QueryState } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import superjson from "superjson";

/** Milliseconds after which a query that failed is tried again. */
const retryAfter = 5_000;

function statusOf(error: unknown): number | undefined {
  const data = error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null) : null;
  return data?.httpStatus;
}

/** Whether the service answered, and would answer the same again. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status < 500 && status !== 429;
}

/** Whether the session has ended while its page is open. */
export const isSignedOut = (error: unknown): boolean => statusOf(error) === 401;

/**
 * The error to show in place of what a query has read; null while that can stay: in an outage and after the session has ended, which
 * the page's head reports, a form keeps what was typed into it.
 */
export const errorInPlaceOf = <Problem>({ data, error }: { data: unknown; error: Problem | null }): Problem | null =>
  error && (data === undefined || (isRefusal(error) && !isSignedOut(error))) ? error : null;

/** Whether a query cannot reach the service at present; it is tried again. */
export function isCutOff(state: Pick<QueryState, "fetchStatus" | "fetchFailureReason">): boolean {
  const { fetchStatus, fetchFailureReason } = state;
  return fetchStatus === "paused" || (fetchFailureReason !== null && !isRefusal(fetchFailureReason));
}

/** The refetchInterval of a query: `usual`, and soon again while the service cannot be reached. */
export function orRetry(usual: number | false) {
  return ({ state }: { state: { status: string; error: unknown } }): number | false => {
    if (state.status !== "error") return usual;
    return isRefusal(state.error) ? false : retryAfter;
  };
}

/** The changes after which nothing is read again. Any other renews all that was read of its router. */
const withoutRenewal = ["account.delete", "account.requestReset", "account.signUp", "templates.check"];

/**
 * Milliseconds for which a change stays under way, at most, until what it changed is read again: so that its button does not offer the
 * same again. While the service cannot be reached, the change is done nevertheless, and a secret that it made is shown.
 */
const renewalMs = 3_000;

/** What a page has fetched on the server is sent with it, finished or still pending. */
export function makeQueryClient(): QueryClient {
  const mutationCache = new MutationCache({
    onError(error) {
      // Asked again, who is signed in fails too, so that the page's head reports it.
      if (isSignedOut(error)) void client.invalidateQueries({ queryKey: [["account", "me"]] });
    },
    onSuccess(_data, _variables, _result, { options: { mutationKey } }) {
      const [path = []] = (mutationKey ?? []) as [path?: string[]];
      const [router = ""] = path;
      // A task holds money of the account, and is one of its first steps.
      if (router === "tasks") void client.invalidateQueries({ queryKey: [["account"]] });
      const change = path.join(".");
      if (withoutRenewal.includes(change)) return;
      const renewed = client.invalidateQueries({ queryKey: [[router]] });
      // The editor shows nothing of what is read again.
      if (change === "templates.save") return;
      return Promise.race([renewed, new Promise<void>((done) => setTimeout(done, renewalMs))]);
    },
  });
  const client = new QueryClient({
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchInterval: orRetry(false),
        refetchOnWindowFocus: true,
      },
      // A change made while offline fails at once: by default it would wait and be sent later, without notice.
      mutations: { networkMode: "always" },
      dehydrate: {
        serializeData: superjson.serialize,
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
  return client;
}
