import { TRPCError } from "@trpc/server";
import type { LiveFeeds } from "./live-feeds.ts";
import type { Watch } from "./watch.ts";

/** Milliseconds after which an open stream checks again whether its user is still signed in. */
const sessionMs = 3_000;

export interface Follower {
  live: LiveFeeds;
  accountId: number;
  /** Whether the session that opened the stream still exists. */
  isSignedIn: () => Promise<boolean>;
}

/**
 * For subscriptions: yields when the thing is to be read for the first time, and after each change. Ends when the client
 * disconnects (`signal`). Throws when the user is signed out, and when this process stops: the client then connects again.
 * ERROR_TOO_MANY_REQUESTS if the account has too many streams.
 */
export async function* follow<Key>(
  { live, accountId, isSignedIn }: Follower,
  watch: Watch<Key>,
  key: Key,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  using _ = live.streamLimit.open(accountId);
  const signedOut = new AbortController();
  const checking = setInterval(() => {
    // An unavailable database says nothing about the session.
    isSignedIn().then(
      (still) => still || signedOut.abort(),
      () => {},
    );
  }, sessionMs);
  try {
    yield* watch.changes(key, AbortSignal.any([live.stopping, signedOut.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearInterval(checking);
  }
  if (signedOut.signal.aborted) throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
  if (live.stopping.aborted) throw new TRPCError({ code: "SERVICE_UNAVAILABLE", message: "This process is stopping." });
}
