import { randomInt } from "node:crypto";

/** This process's row of a count: processes that count for one application do not queue for one row. */
export const shard = randomInt(16);
