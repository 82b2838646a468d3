import { signedInMark } from "@gatepost/domain/user/read-session-marks";
import { TRPCError } from "@trpc/server";
import type { LiveFeeds } from "./live-feeds.ts";
import type { Watch } from "./watch.ts";

export interface Follower {
  live: LiveFeeds;
  accountId: number;
  /** The session that opened the stream; null: nobody is signed in. */
  sessionId: string | null;
}

/**
 * For subscriptions: yields when the thing is to be read for the first time, and after each change. Ends when the client
 * disconnects (`signal`). Throws when the user is signed out, and when this process stops: the client then connects again.
 * ERROR_TOO_MANY_REQUESTS if the account has too many streams.
 */
export async function* follow<Key>(
  { live, accountId, sessionId }: Follower,
  watch: Watch<Key>,
  key: Key,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  if (sessionId === null) throw new TRPCError(signInFirst);
  using _ = live.streamLimit.open(accountId);
  const [signedOut, over] = [new AbortController(), new AbortController()];
  void abortAtSignOut(live, sessionId, { signedOut, over: over.signal });
  try {
    yield* watch.changes(key, AbortSignal.any([live.stopping, signedOut.signal, ...(signal ? [signal] : [])]));
  } finally {
    over.abort();
  }
  if (signedOut.signal.aborted) throw new TRPCError(signInFirst);
  if (live.stopping.aborted) throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message: "This process is stopping." });
}

const signInFirst = { code: "UNAUTHORIZED", message: "Sign in first." } as const;

async function abortAtSignOut(
  live: LiveFeeds,
  sessionId: string,
  { signedOut, over }: { signedOut: AbortController; over: AbortSignal },
): Promise<void> {
  for await (const mark of live.sessions.changes(sessionId, over, signedInMark)) if (mark === null) signedOut.abort();
}
