/** Held by whoever migrates. The key of Prisma's own lock, so that `prisma migrate deploy` keeps out as well. */
export const MIGRATING = 72707369;

/**
 * Held by a script for its transaction. When its runner is killed PostgreSQL may still work on it, and the first lock is
 * free already: the next runner waits for this one before it judges what was left.
 */
export const SCRIPT_RUNS = 72707370;
