import type { ConnectFailure } from "./proxy-session.ts";

/** Why a page or a frame was not reached, as errors say it. */
export const connectFailureReasons: Record<ConnectFailure, string> = {
  refused: "the address leads to a network that this installation does not open",
  unresolved: "the host's name could not be resolved",
  unreachable: "no connection to the host could be made",
};
