import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { pageRequest, pageResponse } from "../page-fields.ts";

export const listSecrets = defineMethod({
  name: "listSecrets",
  summary: "List the stored secrets",
  description: "The names and domains of the account's stored secrets, the oldest first. Values are never returned.",
  access: "read",
  right: "templates",
  request: z.object({ clientKey, ...pageRequest }),
  response: z.object({
    errorId: success,
    secrets: z.array(
      z.object({
        name: z.string(),
        domains: z.array(z.string()).meta({ description: "Hosts; their subdomains are included." }),
        created: z.int().meta({ description: "When it was first stored, in Unix seconds." }),
        updated: z.int().meta({ description: "When its value or its domains were stored last, in Unix seconds." }),
      }),
    ),
    ...pageResponse,
  }),
  errors: [],
  examples: [
    {
      title: "The first one",
      request: { clientKey: "<API_KEY>", limit: 1 },
      response: {
        errorId: 0,
        secrets: [{ name: "bank password", domains: ["bank.example"], created: 1793577600, updated: 1793577600 }],
      },
    },
  ],
});
