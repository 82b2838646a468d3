import { z } from "zod";
import { forbiddenNames, limits } from "./limits.ts";

/** The account key. Checked before a method's own properties, so this schema only describes it. */
export const clientKey = z.string().meta({
  description: "The account key.",
  examples: ["gp_…"],
});

/**
 * A positive integer below 2^53. Existing clients also send it as a string of digits.
 */
export const id = z
  .union(
    [
      z.int().positive(),
      z
        .string()
        .regex(/^[0-9]{1,16}$/)
        .transform(Number)
        .pipe(z.int().positive()),
    ],
    {
      error: "a positive integer",
    },
  )
  .meta({ description: "A positive integer; a string of digits is taken too." });

/** The application for which a call is made. 0, an empty string, null or absent: none. */
export const softId = z
  .union(
    [
      z.int().min(0),
      z
        .string()
        .regex(/^[0-9]{1,16}$/)
        .transform(Number)
        .pipe(z.int().min(0)),
      z.literal("").transform(() => 0),
    ],
    {
      error: "an integer",
    },
  )
  .nullish()
  .meta({ description: "The application's id in the developer portal; 0, an empty string, null or absent: none." });

export const variableName = z
  .string()
  .min(1)
  .max(limits.nameLength)
  .refine((name) => !forbiddenNames.includes(name), { error: "another name" })
  .meta({ description: `A variable's name, 1 to ${limits.nameLength} characters.` });

export const success = z.literal(0).meta({ description: "0: success." });
