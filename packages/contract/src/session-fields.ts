import { z } from "zod";
import { limits } from "./limits.ts";

const expected = `a string of 1 to ${limits.sessionNameLength} characters`;

export const sessionName = z
  .string({ error: expected })
  .min(1, expected)
  .max(limits.sessionNameLength, expected)
  .meta({ description: "The session's name." });
