import { z } from "zod";
import { integer } from "./fields.ts";
import { pageLimits } from "./limits.ts";

/** Which part of a list a method returns. */
export const pageRequest = {
  limit: integer(1, pageLimits.max)
    .nullish()
    .meta({ description: `How many at most; ${pageLimits.default} if absent.` }),
  after: integer(0, 2 ** 31 - 1)
    .nullish()
    .meta({ description: "The `next` of the previous page." }),
} as const;

export const pageResponse = {
  next: z.int().optional().meta({ description: "Pass it as `after` for the next page; absent at the end." }),
} as const;
