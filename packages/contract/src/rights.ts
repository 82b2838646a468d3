/** What a key may be used for, and what each right allows. `methods.ts` says which right each method needs. */
export const keyRights = {
  tasks: "create, follow, answer and cancel tasks",
  templates: "save and delete templates, run drafts, and manage stored secrets",
  stats: "read statistics and spending",
} as const;

export type KeyRight = keyof typeof keyRights;

export const keyRightNames = Object.keys(keyRights) as KeyRight[];

/** Of a key whose maker does not say. */
export const defaultKeyRights: readonly KeyRight[] = ["tasks", "stats"];
