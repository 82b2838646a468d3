import { z } from "zod";
import { defineMethod, object, succeeded } from "../method.ts";

/** What stands in place of a key. */
export const hiddenKey = "(hidden)";

export const test = defineMethod({
  name: "test",
  group: "Service",
  summary: "Show a request as it arrived",
  description:
    "Returns the body of the call, for finding mistakes in a program that makes calls: numbers as they were sent, unknown " +
    `properties included. The value of every property clientKey is replaced by \`${hiddenKey}\`. Nothing is checked or ` +
    "stored, and no key is needed.",
  access: "anyone",
  right: null,
  request: z.looseObject({ clientKey: z.unknown().optional().describe("Not checked.") }),
  response: succeeded({
    request: object().meta({
      type: "object",
      additionalProperties: true,
      description: "The body as it arrived.",
    }),
  }),
  examples: {
    "What does my program send?": [
      { clientKey: "<API_KEY>", hello: "world", apitest: true },
      { request: { clientKey: hiddenKey, hello: "world", apitest: true } },
    ],
  },
});
