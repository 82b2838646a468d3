import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";

export const getBalance = defineMethod({
  name: "getBalance",
  summary: "What the account can spend",
  description: "The account's balance in US dollars, without what is held for tasks that have not ended.",
  access: "read",
  right: null,
  request: z.object({ clientKey }),
  response: z.object({
    errorId: success,
    balance: z.number().meta({ description: "US dollars, holds taken off." }),
  }),
  errors: [],
  examples: [
    {
      title: "Read the balance",
      request: { clientKey: "<API_KEY>" },
      response: { errorId: 0, balance: 12.3456 },
    },
  ],
});
