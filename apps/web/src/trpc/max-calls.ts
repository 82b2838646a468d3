/** Maximum number of calls in one request. */
export const maxCalls = 20;
