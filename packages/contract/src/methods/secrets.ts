import { z } from "zod";
import { limits } from "../limits.ts";
import { defineMethod, pageRequest, pageResponse, succeeded, trimmedName, withKey } from "../method.ts";

const secretName = trimmedName(limits.secretNameLength).describe("The secret's name, by which templates use it.");

export const saveSecret = defineMethod({
  name: "saveSecret",
  group: "Secrets and sessions",
  summary: "Store a secret for templates",
  description:
    'Stores a value that templates type as `{"secret": "name"}`, or whose one-time code they type as ' +
    '`{"totp": {"secret": "name"}}`. It is encrypted, no method returns it, and it is typed only into pages of its domains. ' +
    "A secret of the same name is replaced, its domains included.",
  access: "change",
  right: "templates",
  repeatable: true,
  request: withKey({
    name: secretName,
    value: z
      .string({ error: "a string" })
      .describe(
        `At least 4 characters, and at most ${limits.secretBytes / 1024} KiB. For one-time codes, the key as the site shows it: Base32, or an otpauth URI.`,
      ),
    domains: z
      .array(z.string({ error: "a host name" }), { error: `an array of 1 to ${limits.domainsOfSecret} host names` })
      .min(1)
      .max(limits.domainsOfSecret)
      .describe(
        "The hosts into whose pages it may be typed, such as `bank.example`; subdomains are included. It is refused on any other page, and in a frame of another site.",
      ),
  }),
  response: succeeded({ status: z.literal("success") }),
  examples: {
    "A password": [{ name: "bank password", value: "correct horse", domains: ["bank.example"] }, { status: "success" }],
  },
});

export const listSecrets = defineMethod({
  name: "listSecrets",
  group: "Secrets and sessions",
  summary: "List the stored secrets",
  description: "The names and domains of the account's stored secrets, the oldest first. Values are never returned.",
  access: "read",
  right: "templates",
  request: withKey(pageRequest),
  response: succeeded({
    secrets: z.array(
      z.object({
        name: z.string(),
        domains: z.array(z.string()).describe("Hosts; their subdomains are included."),
        created: z.int().describe("When it was first stored, in Unix seconds."),
        updated: z.int().describe("When its value or its domains were stored last, in Unix seconds."),
      }),
    ),
    ...pageResponse,
  }),
  examples: {
    "The first one": [
      { limit: 1 },
      {
        secrets: [{ name: "bank password", domains: ["bank.example"], created: 1793577600, updated: 1793577600 }],
      },
    ],
  },
});

export const deleteSecret = defineMethod({
  name: "deleteSecret",
  group: "Secrets and sessions",
  summary: "Delete a stored secret",
  description:
    "Deletes a stored secret of the account. A task that has begun keeps it until it ends; a queued task fails at the step that types it, and createTask refuses new ones.",
  access: "change",
  right: "templates",
  about: "secret",
  request: withKey({ name: secretName }),
  response: succeeded({ status: z.literal("success") }),
  examples: { "A password that is no longer used": [{ name: "bank password" }, { status: "success" }] },
});
