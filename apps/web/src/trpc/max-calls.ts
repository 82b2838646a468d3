/** Calls that one request may carry. */
export const maxCalls = 20;
