import { z } from "zod";
import { trimmedName } from "./fields.ts";

const object = () =>
  z.custom<Record<string, unknown>>((given) => typeof given === "object" && given !== null && !Array.isArray(given), {
    error: "an object",
  });

/** A template's document, which saveTemplate checks whole, so that every problem is reported; here it is only described. */
export const document = object().meta({
  type: "object",
  additionalProperties: true,
  description: "A template's document: name, description, timeout and steps, as /docs/templates describes them.",
});

/** A recording, which saveTemplate checks likewise (see recording.ts). */
export const recording = object().meta({
  type: "object",
  additionalProperties: true,
  description:
    "Instead of `template`: a user flow that Chrome DevTools' Recorder exported as JSON. Each typed text becomes a variable; " +
    "typed texts and queries of addresses are not kept.",
});

/** A variable that a template uses. */
export const templateVariable = z.object({
  name: z.string(),
  late: z.boolean().meta({ description: "Whether a step waits for it, so that its value may come later." }),
  prompt: z.string().optional().meta({ description: "What the first step that waits for it asks." }),
  kind: z.string().optional().meta({ description: "The kind of value that this step expects." }),
  pattern: z.string().optional().meta({ description: "The RE2 pattern that the whole value must match there." }),
});

export const templateName = trimmedName(200).meta({ description: "A template's exact name." });

export const version = z
  .int()
  .min(1)
  // As the database stores it.
  .max(2 ** 31 - 1)
  .meta({ description: "Versions count from 1." });
