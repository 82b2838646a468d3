import { z } from "zod";
import { forbiddenNames, limits } from "./limits.ts";

/** The account key. Checked before a method's own properties, so this schema only describes it. */
export const clientKey = z.string().meta({
  description: "The account key.",
  examples: ["gp_…"],
});

/** What a property with such an integer expects. */
const between = (min: number, max: number) => `an integer from ${min} to ${max}`;

/** An integer, as a number or as the string of digits that existing clients send. */
export function integer(min: number, max: number) {
  const error = between(min, max);
  const number = z.int({ error }).min(min, error).max(max, error);
  const digits = z
    .string()
    .regex(/^[0-9]{1,16}$/)
    .transform(Number)
    .pipe(number);
  return z.union([number, digits], { error });
}

export const id = integer(1, Number.MAX_SAFE_INTEGER).meta({
  description: "A positive integer; a string of digits is taken too.",
});

/** The application for which a call is made. 0, an empty string, null or absent: none. */
export const softId = z
  .union([integer(0, Number.MAX_SAFE_INTEGER), z.literal("").transform(() => 0)], {
    error: between(0, Number.MAX_SAFE_INTEGER),
  })
  .nullish()
  .meta({ description: "The application's id in the developer portal; 0, an empty string, null or absent: none." });

/** What is expected in place of a forbidden name. */
export const anotherName = `another name: ${forbiddenNames.join(", ")} are refused`;

export const variableName = z
  .string()
  .min(1)
  .max(limits.nameLength)
  .refine((name) => !forbiddenNames.includes(name), { error: anotherName })
  .meta({ description: `A variable's name, 1 to ${limits.nameLength} characters.` });

/** The name of a template, secret or session, trimmed as it is where it is stored. */
export function trimmedName(max: number) {
  const error = `a string of 1 to ${max} characters`;
  return z.string({ error }).trim().min(1, error).max(max, error);
}

export const success = z.literal(0).meta({ description: "0: success." });
