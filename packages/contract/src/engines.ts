/** The browsers that a task can run in, the default first: Chromium's headless shell, and the full browser. */
export const engines = ["shell", "full"] as const;

export type Engine = (typeof engines)[number];
