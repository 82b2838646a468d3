declare module "vitest" {
  interface TaskMeta {
    /** Why the test is skipped: `npm test` prints it. */
    why?: string;
  }
}

/** Options of a test or `describe` that is skipped if there is a reason, such as a program that is not installed. */
export function skippedIf(why: string | undefined): { skip?: true; meta?: { why: string } } {
  return why === undefined ? {} : { skip: true, meta: { why } };
}
