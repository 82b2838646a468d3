/** Calls that one request may carry. */
export const mostCalls = 20;
