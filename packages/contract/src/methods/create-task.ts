import { z } from "zod";
import { browserSettings, engines } from "../browser-settings.ts";
import { callbackEvents } from "../events.ts";
import { firstTask } from "../first-task.ts";
import { accountLimits, forbiddenNames, helpName, isLonger, limits, onFailures, waitForIt } from "../limits.ts";
import { anotherName, defineMethod, document, object, sessionName, softId, succeeded, withKey } from "../method.ts";

/**
 * Empty or null proxy fields are ignored. Filled ones are refused, because ignoring them would show our address
 * instead.
 */
const noProxy = z
  .union([z.literal(""), z.literal(0), z.literal(false)], { error: "absent or empty: proxies are not supported" })
  .nullish()
  .meta({ deprecated: true, description: "Accepted for old clients, only empty." });

/** Not z.record, which silently skips `__proto__`, so that the check below would never see it. */
const variables = object()
  .superRefine((given, ctx) => {
    for (const name of Object.keys(given)) {
      if (forbiddenNames.includes(name)) ctx.addIssue({ code: "custom", path: [name], message: anotherName });
      else if (name === helpName)
        ctx.addIssue({
          code: "custom",
          path: [name],
          message: `another name: ${helpName} is the wait of a failed step`,
        });
      else if (name === "" || isLonger(name, limits.nameLength))
        ctx.addIssue({ code: "custom", path: [name], message: `a name of 1 to ${limits.nameLength} characters` });
    }
  })
  .meta({
    type: "object",
    additionalProperties: true,
    description: `Every variable that the template uses, by name. A value may be any JSON: a string is typed as it is, null empties the field, anything else is typed as compact JSON, numbers exactly as they were sent. A value that comes later is "${waitForIt}" now.`,
  });

const taskFields = {
  type: z.literal("AntiGateTask", { error: 'the string "AntiGateTask"' }),
  websiteURL: z
    .string({ error: "a URL" })
    .describe("Where the browser starts; absolute http or https. A user and password in it sign in to its origin."),
  templateName: z
    .string({ error: "a string of 1 or more characters" })
    .trim()
    .min(1)
    .nullish()
    .describe("The name of a template. Required unless there is a `template`."),
  template: document.nullish().meta({
    ...document.meta(),
    description:
      "A template's document in place of `templateName`, to try it without saving it. The key needs the right `templates`.",
  }),
  variables: variables.nullish(),
  domainsOfInterest: z
    .array(z.string().max(255), { error: `an array of at most ${limits.domainsOfInterest} host names` })
    .max(limits.domainsOfInterest)
    .nullish()
    .describe("Hosts whose cookies and storage the solution should hold beside the last page's."),
  onFailure: z
    .enum(onFailures, { error: '"fail" or "ask"' })
    .nullish()
    .describe(
      "`ask`: a step that fails does not end the task: it waits for `_help`, and a person or program chooses to retry, skip or stop. Left out: the template's `onFailure`, else `fail`.",
    ),
  engine: z
    .enum(engines, { error: '"shell" or "full"' })
    .nullish()
    .describe(
      "The browser: `shell` is Chromium's headless shell, `full` the full browser, which costs more and also shows PDFs. Left out: the template's `engine`, else `shell`.",
    ),
  session: sessionName
    .nullish()
    .describe(
      "Cookies and storage that tasks of this name share: each task begins with what the one before left, and tasks of a session run one after another. Left out: the template's `session`, else none.",
    ),
  ...browserSettings,
  proxyType: noProxy,
  proxyAddress: noProxy,
  proxyPort: noProxy,
  proxyLogin: noProxy,
  proxyPassword: noProxy,
};

/** Loose, because the names of more proxy fields than these are refused. */
const task = z
  .looseObject(taskFields, { error: "an object" })
  .superRefine(({ templateName, template, ...rest }, ctx) => {
    for (const [name, value] of Object.entries(rest)) {
      const problem = /^proxy/i.test(name) && noProxy.safeParse(value).error?.issues[0];
      if (!problem) continue;
      // The first one says enough, and each costs zod as much as a call.
      ctx.addIssue({ code: "custom", path: [name], message: problem.message });
      break;
    }
    if (typeof templateName !== "string" && !template)
      ctx.addIssue({ code: "custom", path: ["templateName"], message: "a string of 1 or more characters" });
    if (typeof templateName === "string" && template)
      ctx.addIssue({ code: "custom", path: ["template"], message: "absent if there is a templateName" });
  })
  // Other properties are ignored, as everywhere.
  .overwrite(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(taskFields, name))) as typeof given,
  );

export const createTask = defineMethod({
  name: "createTask",
  group: "Tasks",
  summary: "Run a template in a browser",
  description:
    "Creates a task. A response with a taskId means that the task is on disk and its price is held; a worker will take " +
    "it, or it will end with a stated error. The price is the account's bid at that moment.",
  access: "change",
  right: "tasks",
  about: "template",
  idempotent: true,
  takesLargeBodies: true,
  request: withKey({
    task,
    softId,
    callbackUrl: z
      .string({ error: `a URL of at most ${limits.urlLength} characters` })
      .max(limits.urlLength)
      .nullish()
      .describe(
        "Gets the result by POST when the task ends, signed by the Standard Webhooks scheme; absolute http or https, without a user and password.",
      ),
    notify: z
      .array(z.string({ error: "an email address" }).max(320), {
        error: `an array of at most ${accountLimits.emailAddresses} email addresses`,
      })
      .max(accountLimits.emailAddresses)
      .nullish()
      .describe(
        "Confirmed email addresses of the account's people, each of which gets an email with an answer link when the task waits for a value. The template and people's own settings can name more.",
      ),
    callbackOn: z
      .array(z.enum(callbackEvents), {
        error: `an array of at most ${callbackEvents.length} of ${callbackEvents.map((event) => JSON.stringify(event)).join(" and ")}`,
      })
      .max(callbackEvents.length)
      .nullish()
      .describe(
        "What `callbackUrl` is called for: `waiting`, when the task begins to wait for a value, and `end`, its end, which is always included. Left out: `end`.",
      ),
  }),
  response: succeeded({
    taskId: z.int().positive(),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        "A sentence for each property of `task`, or of an object in it, that is unknown and was ignored; absent if none is.",
      ),
  }),
  errors: [
    "ERROR_TASK_ABSENT",
    "ERROR_TASK_NOT_SUPPORTED",
    "ERROR_WEBSITE_NOT_ALLOWED",
    "ERROR_TEMPLATE_NOT_FOUND",
    "ERROR_INCORRECT_SESSION_DATA",
    "ERROR_ZERO_BALANCE",
    "ERROR_NO_SLOT_AVAILABLE",
  ],
  warnings: (body) => unknownProperties("task", body.task, task),
  refusal: (path) => {
    if (path[0] !== "task") return "ERROR_BAD_REQUEST";
    if (path.length === 1) return "ERROR_TASK_ABSENT";
    return path[1] === "type" ? "ERROR_TASK_NOT_SUPPORTED" : "ERROR_BAD_REQUEST";
  },
  examples: { "Sign in with a code that comes later": [{ task: firstTask }, { taskId: 7654321 }] },
});

const mostNamed = 10;
const longestName = 128;

/**
 * A sentence for each property that an object, or one within it, has and its schema does not, so that nobody assumes that it
 * had an effect. Beyond ten, one sentence counts the rest. Sorted, so that a repeated call gets the same response whatever the order
 * of its properties.
 */
export function unknownProperties(path: string, given: unknown, schema: z.ZodType): string[] {
  const unknown: string[] = [];
  findUnknown(path, given, schema, unknown);
  const sentences = unknown.sort().slice(0, mostNamed);
  const more = unknown.length - mostNamed;
  return more > 0 ? [...sentences, `${more} more unknown properties of ${path} were ignored.`] : sentences;
}

function findUnknown(path: string, given: unknown, schema: unknown, found: string[]): void {
  if (typeof given !== "object" || given === null) return;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    findUnknown(path, given, schema.unwrap(), found);
  if (schema instanceof z.ZodArray && Array.isArray(given))
    for (const [index, one] of given.entries()) findUnknown(`${path}[${index}]`, one, schema.element, found);
  if (!(schema instanceof z.ZodObject)) return;
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(schema.shape, name)) findUnknown(`${path}.${name}`, value, schema.shape[name], found);
    else
      found.push(`The property ${JSON.stringify(name.slice(0, longestName))} of ${path} is unknown and was ignored.`);
  }
}
