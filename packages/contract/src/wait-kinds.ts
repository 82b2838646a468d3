/** What the value of a wait is, where it says so. */
export const waitKinds = ["text", "code", "choice", "yes_no", "number", "file"] as const;

export type WaitKind = (typeof waitKinds)[number];
