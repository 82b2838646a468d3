/** Tells a page its own path and query, to come back to after signing in. Set by proxy.ts, whatever a client sends. */
export const pageHeader = "x-gatepost-page";
