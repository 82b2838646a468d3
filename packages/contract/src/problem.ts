import { z } from "zod";

/** A problem or warning about a template's document, and its place. */
export const problem = z.object({
  path: z.string().meta({
    description: "The place in the document, such as steps.3.selector; steps are counted from 1. Empty: the document.",
  }),
  message: z.string().meta({ description: "What is wrong there and what to write instead." }),
});

export type Problem = z.infer<typeof problem>;
