import type { Batch } from "../coalesce.ts";
import type { AppContext } from "../context.ts";
import { touchKeysSql } from "./touch-keys.sql.ts";

/** Records that keys are in use, to the minute. */
export const touchKeys: Batch<number, void, AppContext> = {
  name: "touch_keys",
  max: 1_000,
  queue: 10_000,
  async run({ db }, keyIds) {
    await db.run(touchKeysSql, { keyIds: [...new Set(keyIds)] });
    return keyIds.map(() => undefined);
  },
};
