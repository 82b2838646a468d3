import { z } from "zod";
import { pageLimits } from "./limits.ts";

/** Which part of a list a method returns. */
export const pageRequest = {
  limit: z
    .int({ error: `an integer from 1 to ${pageLimits.max}` })
    .min(1)
    .max(pageLimits.max)
    .nullish()
    .meta({ description: `How many at most; ${pageLimits.default} if absent.` }),
  after: z
    .int({ error: "an integer" })
    .min(0)
    .max(2 ** 31 - 1)
    .nullish()
    .meta({ description: "The `next` of the previous page." }),
} as const;

export const pageResponse = {
  next: z.int().optional().meta({ description: "Pass it as `after` for the next page; absent at the end." }),
} as const;
