import { pageLimits } from "@gatepost/contract/limits";
import { z } from "zod";
import { taskId } from "./ids.ts";

/**
 * The input of a list. `cursor` is the `next` of the previous page, under the name that TanStack Query uses; the domain
 * calls it `after`.
 */
export const listInput = z
  .object({ limit: z.int().min(1).max(pageLimits.max).optional(), cursor: taskId.nullish() })
  .transform(({ limit, cursor }) => ({ limit, after: cursor ?? undefined }));

/** The same with filters. */
export function listInputWith<Shape extends z.ZodRawShape>(shape: Shape) {
  return listInput.and(z.object(shape));
}
