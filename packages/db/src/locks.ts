/** Held while migrating. The key is that of Prisma's own lock, so that `prisma migrate deploy` is excluded too. */
export const MIGRATING = 72707369;
