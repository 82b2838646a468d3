import { pageLimits } from "@gatepost/contract/limits";
import { z } from "zod";

/** The id of an application. An id that no row can have is refused like an unknown one. */
export const softId = z.int32().min(1);
/** The id of a key, a note or a link. */
export const rowId = softId;
export const taskId = z.int().min(1);
/** The id of a step, a transaction or a delivery, whose tables are longer. */
export const longRowId = taskId;

/**
 * The input of a list. `cursor` is the `next` of the previous page, under the name that TanStack Query uses; the domain
 * calls it `after`. It is refused if no row of the list can have it as its id.
 */
const listInputAfter = (id: z.ZodInt | z.ZodInt32) =>
  z
    .object({ limit: z.int().min(1).max(pageLimits.max).optional(), cursor: id.nullish() })
    .transform(({ limit, cursor }) => ({ limit, after: cursor }));

export const listInput = listInputAfter(rowId);

export const listInputWith = <Shape extends z.ZodRawShape>(shape: Shape, id: z.ZodInt | z.ZodInt32 = rowId) =>
  listInputAfter(id).and(z.object(shape));
