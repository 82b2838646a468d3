/** The kinds of statistics. What says something of each is a `Record<Mode, …>`, so that a new one is not overlooked. */
export const modes = ["errors", "views", "downloads", "users", "money"] as const;
export type Mode = (typeof modes)[number];
