import { type JsonSchema, jsonSchemaOf } from "@gatepost/contract/json-schema";
import { type MethodName, methods } from "@gatepost/contract/methods";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { resultSchema } from "./task-content.ts";

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

export function taskToolMethod(tool: string): (typeof methodOfTool)[TaskToolName] | undefined {
  return Object.hasOwn(methodOfTool, tool) ? methodOfTool[tool as TaskToolName] : undefined;
}

/** What a method's own description does not say to an agent. */
const descriptions: Partial<Record<TaskToolName, string>> = {
  get_task: "Says how a task stands: what it waits for, its result, or why it failed.",
  watch_task:
    "Follows a task. Where the application can ask its user, it asks for what the task waits for, and returns at the task's end. " +
    "Otherwise it returns when there is news; pass the `version` of the previous result as `sinceVersion`.",
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
