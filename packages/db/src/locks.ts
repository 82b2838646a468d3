/** Held while migrating. The key is that of Prisma's own lock, so that `prisma migrate deploy` is excluded too. */
export const MIGRATING = 72707369;

/**
 * Held by a script during its transaction. If its runner is killed, PostgreSQL may still work on it while the first
 * lock is free already, so the next runner waits for this one before it checks what was done.
 */
export const SCRIPT_RUNS = 72707370;
