import { z } from "zod";

/** The id of an application. An id that no row can have is refused like an unknown one. */
export const softId = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
/** The id of a key, a note or a link. */
export const rowId = softId;
export const taskId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
