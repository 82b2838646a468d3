import { z } from "zod";
import { limits } from "./limits.ts";

/** A day of the calendar. */
export const day = z.string({ error: "a day as YYYY-MM-DD" }).regex(/^\d{4}-\d{2}-\d{2}$/);

/** What descriptions say about it. */
export const days = `A day as YYYY-MM-DD, from ${limits.reportFirstDay} to ${limits.reportLastDay}`;
