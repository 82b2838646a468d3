import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { limits } from "../limits.ts";
import { defineMethod } from "../method.ts";
import { secretName } from "../secret-fields.ts";

export const saveSecret = defineMethod({
  name: "saveSecret",
  summary: "Store a secret for templates",
  description:
    'Stores a value that templates type as `{"secret": "name"}`, or whose one-time code they type as ' +
    '`{"totp": {"secret": "name"}}`. It is encrypted, no method returns it, and it is typed only into pages of its domains. ' +
    "A secret of the same name is replaced, its domains included.",
  access: "change",
  right: "templates",
  request: z.object({
    clientKey,
    name: secretName,
    value: z.string({ error: "a string" }).meta({
      description: `At least 4 characters, and at most ${limits.secretBytes / 1024} KiB. For one-time codes, the key as the site shows it: Base32, or an otpauth URI.`,
    }),
    domains: z
      .array(z.string({ error: "a host name" }), { error: `an array of 1 to ${limits.domainsOfSecret} host names` })
      .min(1)
      .max(limits.domainsOfSecret)
      .meta({
        description:
          "The hosts into whose pages it may be typed, such as `bank.example`; subdomains are included. It is refused on any other page, and in a frame of another site.",
      }),
  }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: [],
  examples: [
    {
      title: "A password",
      request: { clientKey: "<API_KEY>", name: "bank password", value: "correct horse", domains: ["bank.example"] },
      response: { errorId: 0, status: "success" },
    },
  ],
});
