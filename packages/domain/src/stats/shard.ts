import { randomInt } from "node:crypto";

/**
 * This process's row of a count, so that processes that count for one application do not wait for each other's row
 * locks.
 */
export const shard = randomInt(16);
