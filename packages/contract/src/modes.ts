/** The kinds of statistics. Whatever depends on them is a `Record<Mode, …>`, so that a new one cannot be overlooked. */
export const modes = ["errors", "views", "downloads", "users", "money"] as const;
export type Mode = (typeof modes)[number];
