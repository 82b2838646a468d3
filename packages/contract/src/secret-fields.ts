import { z } from "zod";
import { limits } from "./limits.ts";

const expected = `a string of 1 to ${limits.secretNameLength} characters`;

export const secretName = z
  .string({ error: expected })
  .min(1, expected)
  .max(limits.secretNameLength, expected)
  .meta({ description: "The secret's name, by which templates use it." });
