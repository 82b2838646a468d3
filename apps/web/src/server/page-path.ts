/**
 * The header with a page's own path and query, to return to after signing in. proxy.ts sets it and overwrites what a
 * client sends.
 */
export const pageHeader = "x-gatepost-page";
