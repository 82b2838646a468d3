import type { Batch } from "../coalesce.ts";
import type { AppContext } from "../context.ts";
import { findKeysSql } from "./find-keys.sql.ts";
import type { FoundKey } from "./key-cache.ts";

/** The usable keys with these hashes; `undefined` for an unknown, revoked or expired one. */
export const findKeys: Batch<Buffer, FoundKey | undefined, AppContext> = {
  name: "find_keys",
  max: 512,
  queue: 20_000,
  async run({ db }, hashes) {
    const rows = await db.run(findKeysSql, { hashes });
    const found = new Map(rows.map(({ n, ...key }) => [n - 1, key]));
    return hashes.map((_, index) => found.get(index));
  },
};
