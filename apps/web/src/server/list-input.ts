import { pageLimits } from "@gatepost/contract/limits";
import { z } from "zod";
import { taskId } from "./ids.ts";

/**
 * The input of a list. `cursor` is the `next` of the page before, under the name by which TanStack Query sends it; verbs
 * call it `after`.
 */
export const listInput = z
  .object({ limit: z.int().min(1).max(pageLimits.max).optional(), cursor: taskId.nullish() })
  .transform(({ limit, cursor }) => ({ limit, after: cursor ?? undefined }));

/** The same with what the list is narrowed by. */
export function listInputWith<Shape extends z.ZodRawShape>(shape: Shape) {
  return listInput.and(z.object(shape));
}
