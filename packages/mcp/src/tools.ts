import { createHash } from "node:crypto";
import { type JsonSchema, jsonSchemaOf } from "@gatepost/contract/json-schema";
import { pageLimits, waitForIt } from "@gatepost/contract/limits";
import { type MethodName, methods, type ResponseOf } from "@gatepost/contract/methods";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { type Gatepost, GatepostError, type Requests } from "gatepost";
import { resultSchema } from "./task-content.ts";

type Template = ResponseOf<"listTemplates">["templates"][number];

const slugLength = 48;

/**
 * The name of a template's tool. It follows from the template's name alone, so that it stays the same whatever other templates there
 * are; the hash tells names apart that have the same letters.
 */
export function toolName(templateName: string): string {
  const slug = templateName
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, slugLength)
    .replace(/^_+|_+$/g, "");
  const hash = createHash("sha256").update(templateName).digest("hex").slice(0, 6);
  return ["run", slug, hash].filter((part) => part !== "").join("_");
}

/** A template as a tool. A variable whose value comes later is no argument: the task asks for it when it needs it. */
export function templateTool({ name, description, variables }: Template): Tool {
  const given = variables.filter(({ late }) => !late);
  const late = variables.filter(({ late }) => late);
  const asks = late.map(({ name, prompt }) => `It asks a person for ${name}${prompt ? ` ("${prompt}")` : ""}.`);
  return {
    name: toolName(name),
    title: name,
    description: [description || `Runs the template ${name} in a browser.`, ...asks].join(" "),
    inputSchema: {
      type: "object",
      properties: {
        websiteURL: { type: "string", description: "Where the browser starts; absolute http or https." },
        ...(given.length > 0 && {
          variables: {
            type: "object",
            properties: Object.fromEntries(given.map((variable) => [variable.name, variableSchema(variable)])),
            required: given.map(({ name }) => name),
            additionalProperties: false,
          },
        }),
        session: { type: "string", description: "The session whose cookies and storage the task continues, if any." },
      },
      required: ["websiteURL", ...(given.length > 0 ? ["variables"] : [])],
    },
    outputSchema: resultSchema,
    annotations: { openWorldHint: true },
  };
}

/** Kinds whose values are no text. */
const typeOfKind: Record<string, string> = { yes_no: "boolean", number: "number" };

function variableSchema({ prompt, kind, pattern }: Template["variables"][number]): JsonSchema & { pattern?: string } {
  return {
    ...(kind && { type: typeOfKind[kind] ?? "string" }),
    ...(prompt && { description: prompt }),
    ...(pattern && { pattern: `^(?:${pattern})$` }),
  };
}

/** A page of the tools that the key may call, which is none without the right `tasks`. */
export async function listTemplateTools(gatepost: Gatepost, after: number | undefined) {
  const { templates, next } = await gatepost.listTemplates({ limit: pageLimits.max, after });
  return { tools: templates.map(templateTool), next };
}

/** Whether the key may run templates at all. */
export async function mayRun(gatepost: Gatepost): Promise<boolean> {
  try {
    await gatepost.listTasks({ limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof GatepostError && error.errorCode === "ERROR_ACCESS_DENIED") return false;
    throw error;
  }
}

/** The task that a call of a template's tool creates; undefined if no template has this tool. */
export async function taskOfTool(
  gatepost: Gatepost,
  tool: string,
  { websiteURL, variables, session }: Record<string, unknown>,
): Promise<Requests["createTask"]["task"] | undefined> {
  let after: number | undefined;
  do {
    const { templates, next } = await gatepost.listTemplates({ limit: pageLimits.max, after });
    const template = templates.find(({ name }) => toolName(name) === tool);
    if (template) {
      const late = template.variables.filter(({ late }) => late).map(({ name }) => [name, waitForIt]);
      // The service checks them, with a sentence that the model can act on.
      return {
        type: "AntiGateTask",
        templateName: template.name,
        websiteURL,
        variables: { ...(variables as object), ...Object.fromEntries(late) },
        session,
      } as Requests["createTask"]["task"];
    }
    after = next;
  } while (after !== undefined);
  return undefined;
}

/** The tools about tasks that exist, by the method of the API that each calls with its arguments. */
const methodOfTool = {
  list_tasks: "listTasks",
  get_task: "getTaskResult",
  watch_task: "getTaskResult",
  answer_task: "pushAntiGateVariable",
  decline_task: "declineVariable",
  cancel_task: "cancelTask",
} as const satisfies Record<string, MethodName>;

type TaskToolName = keyof typeof methodOfTool;

export const taskToolMethod = (tool: string): (typeof methodOfTool)[TaskToolName] | undefined =>
  Object.hasOwn(methodOfTool, tool) ? methodOfTool[tool as TaskToolName] : undefined;

/** What a method's own description does not say to an agent. */
const descriptions: Partial<Record<TaskToolName, string>> = {
  get_task: "Says how a task stands: what it waits for, its result, or why it failed.",
  watch_task:
    "Follows a task. Where the application can ask its user, it asks for what the task waits for, and returns at the task's end. " +
    "Otherwise it returns when there is news, with an answerUrl for each wait. Pass the `version` of the previous result as " +
    "`sinceVersion`: without it, it returns at once, with new links.",
};

export const taskTools: Tool[] = (Object.keys(methodOfTool) as TaskToolName[]).map((name) => {
  const { summary, description, access, request }: (typeof methods)[MethodName] = methods[methodOfTool[name]];
  return {
    name,
    title: summary,
    description: descriptions[name] ?? description,
    inputSchema: argumentsOf(jsonSchemaOf(request), name),
    ...(methodOfTool[name] === "getTaskResult" && { outputSchema: resultSchema }),
    annotations: { readOnlyHint: access === "read", openWorldHint: false },
  };
});

/** A method's properties without the key, which the connection has. Only watching waits. */
function argumentsOf({ properties = {}, required = [] }: JsonSchema, tool: TaskToolName): Tool["inputSchema"] {
  const hidden = ["clientKey", ...(tool === "get_task" ? ["waitSeconds", "sinceVersion"] : [])];
  const own = Object.entries(properties).filter(([name]) => !hidden.includes(name));
  return {
    type: "object",
    properties: Object.fromEntries(own) as Record<string, object>,
    required: required.filter((name) => !hidden.includes(name)),
  };
}
