import { errorCodes } from "@gatepost/contract/errors";
import type { Method } from "@gatepost/contract/method";
import { type MethodName, methodNames, methods } from "@gatepost/contract/methods";
import { openApi } from "@gatepost/contract/openapi";
import { afterLoss, createTaskProperties } from "../../packages/client/src/methods.ts";

/** What of JSON Schema the OpenAPI document uses. */
interface Schema {
  type?: string | string[];
  const?: string | number | boolean;
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  deprecated?: boolean;
}

type Use = "request" | "response";

const { schemas } = (openApi() as { components: { schemas: Record<string, Schema> } }).components;

/** The module `gatepost._methods`: a type for each object of the OpenAPI document, and a function for each method. */
export function pythonMethods(): string {
  const types = new Types();
  const functions = methodNames.map((name) => functionOf(name, types));
  const run = runFunction(types);
  return `"""Written by \`npm run clients\` from the method table. Do not edit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal, TypedDict, Union

ErrorCode = Literal[
${errorCodes.map((code) => `    "${code}",\n`).join("")}]

AFTER_LOSS: dict[str, Literal["repeat", "with key", "give up"]] = {
${Object.entries(afterLoss)
  .map(([name, what]) => `    "${name}": "${what}",\n`)
  .join("")}}

${[...types.classes.values()].join("\n\n")}

GetTaskResultResponse = Union[GetTaskResultProcessing, GetTaskResultReady]
Wait = GetTaskResultProcessingWaiting
Processing = GetTaskResultProcessing
Ready = GetTaskResultReady
Solution = GetTaskResultReadySolution
File = GetTaskResultReadySolutionFiles


class ReadyTask(GetTaskResultReady):
    taskId: int


class Asking:
    """What \`on_wait\` may take as its second argument."""

    def __init__(self, task_id: int, version: str) -> None:
        self.task_id = task_id
        #: Of the result with the wait, by which a push names it.
        self.version = version
        #: Set once the wait is over: somebody else answered, its time was up, or the task ended.
        self.over = threading.Event()
        #: The client's own.
        self.on_over: Callable[[], Any] | None = None

    def end(self) -> None:
        self.over.set()
        if self.on_over:
            self.on_over()


OnWait = Union[Callable[[Wait], Any], Callable[[Wait, Asking], Any]]
OnProgress = Callable[[Processing], Any]
Given = dict[str, Any]


def _present(given: Given) -> Given:
    return {name: value for name, value in given.items() if value is not None}


class Methods:
    """A function for each method of an installation's /docs: returns the success body, raises GatepostError."""

    def _call(self, name: str, request: Given, key: str | None = None, retry_seconds: float | None = None) -> Any:
        raise NotImplementedError

    def _run(self, template: str | Given, request: Given, task: Given, options: Given) -> ReadyTask:
        raise NotImplementedError

${[...functions, run].map(({ sync }) => sync).join("\n")}

class AsyncMethods:
    """The functions of Methods, to be awaited."""

    async def _call(self, name: str, request: Given, key: str | None = None, retry_seconds: float | None = None) -> Any:
        raise NotImplementedError

    async def _run(self, template: str | Given, request: Given, task: Given, options: Given) -> ReadyTask:
        raise NotImplementedError

${[...functions, run].map(({ asynchronous }) => asynchronous).join("\n")}`;
}

/** Names types of Python after where they are in the document, and keeps what they look like. */
class Types {
  /** By name. */
  readonly classes = new Map<string, string>();
  readonly #names = new Map<string, string>();

  of(schema: Schema, name: string, use: Use): string {
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants) return union(variants.filter(hasValues).map((one) => this.of(one, variantName(name, one), use)));
    if (schema.enum?.length === errorCodes.length) return "ErrorCode";
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.of({ ...schema, type }, name, use)));
    switch (schema.type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return use === "request" ? "int | float | Decimal" : "int | Decimal";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `list[${this.of(schema.items ?? {}, name, use)}]`;
      case "object":
        return schema.properties ? this.#class(schema, name, use) : `dict[str, ${this.#values(schema, name, use)}]`;
      default:
        return "Any";
    }
  }

  #values({ additionalProperties }: Schema, name: string, use: Use): string {
    return typeof additionalProperties === "object" ? this.of(additionalProperties, name, use) : "Any";
  }

  #class({ properties = {}, required = [] }: Schema, name: string, use: Use): string {
    const lines = (wanted: boolean) =>
      Object.entries(properties)
        .filter(([key, { deprecated }]) => required.includes(key) === wanted && !deprecated)
        .map(([key, schema]) => `    ${key}: ${this.of(schema, name + pascal(key), use)}\n`)
        .join("");
    const [always, sometimes] = [lines(true), lines(false)];
    const body = `${always}|${sometimes}`;
    const known = this.#names.get(body);
    if (known) return known;
    this.#names.set(body, name);
    const text =
      always === "" || sometimes === ""
        ? `class ${name}(TypedDict${always === "" ? ", total=False" : ""}):\n${always || sometimes || "    pass\n"}`
        : `class _${name}(TypedDict):\n${always}\n\nclass ${name}(_${name}, total=False):\n${sometimes}`;
    this.classes.set(name, text);
    return name;
  }
}

/** An object without properties stands for one that is no longer there. */
function hasValues({ type, properties }: Schema): boolean {
  return type !== "object" || properties === undefined || Object.keys(properties).length > 0;
}

function variantName(name: string, { properties }: Schema): string {
  const status = properties?.status?.const;
  return typeof status === "string" ? name.replace(/Response$/, "") + pascal(status) : name;
}

const union = (types: string[]): string => [...new Set(types.flatMap((type) => type.split(" | ")))].join(" | ");
const literal = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

interface Functions {
  sync: string;
  asynchronous: string;
}

interface Parameter {
  /** On the wire. */
  name: string;
  type: string;
  required: boolean;
}

/** The properties of an object that a caller may give, without what the client adds. */
function parametersOf({ properties = {}, required = [] }: Schema, name: string, types: Types): Parameter[] {
  return Object.entries(properties)
    .filter(([key, { deprecated }]) => key !== "clientKey" && !deprecated)
    .map(([key, schema]) => {
      const type = types.of(schema, name + pascal(key), "request");
      return { name: key, type, required: required.includes(key) };
    });
}

function functionOf(name: MethodName, types: Types): Functions {
  const method: Method = methods[name];
  const parameters = parametersOf(schemas[`${name}Request`] ?? {}, pascal(name), types);
  const response = schemas[`${name}Response`] ?? {};
  const answer = types.of(response, `${pascal(name)}Response`, "response");
  const options = [
    ...(method.idempotent ? ["idempotency_key: str | None = None"] : []),
    "retry_seconds: float | None = None",
  ];
  const definition: Definition = {
    name: snake(name),
    parameters,
    options,
    answer: response.oneOf ? `${pascal(name)}Response` : answer,
    says: [method.summary, method.description],
    calls: `_call("${name}", ${given(parameters)}, ${method.idempotent ? "idempotency_key" : "None"}, retry_seconds)`,
  };
  return { sync: functionText(definition, false), asynchronous: functionText(definition, true) };
}

/** Properties of createTask's `task` that `template` and the client stand for. */
const ownProperties = ["type", "template", "templateName"];

function runFunction(types: Types): Functions {
  const request = schemas.createTaskRequest ?? {};
  const inTask = parametersOf(request.properties?.task ?? {}, "CreateTaskTask", types);
  const task = inTask.filter(({ name }) => !ownProperties.includes(name));
  const around = parametersOf(request, "CreateTask", types).filter(({ name }) => name !== "task");
  if (around.some(({ name }) => !createTaskProperties.includes(name))) throw new Error("createTask has changed.");
  const options = ["on_wait", "on_progress", "wait_seconds", "abort", "cancel_on_abort", "idempotency_key"];
  const build = (asynchronous: boolean): Definition => ({
    name: "run",
    parameters: [
      { name: "template", type: "str | dict[str, Any]", required: true },
      ...task.toSorted((a, b) => Number(b.required) - Number(a.required)),
      ...around,
    ],
    options: [
      "on_wait: OnWait | None = None",
      "on_progress: OnProgress | None = None",
      "wait_seconds: int = 50",
      ...(asynchronous ? [] : ["abort: threading.Event | None = None"]),
      "cancel_on_abort: bool = False",
      "idempotency_key: str | None = None",
      "retry_seconds: float | None = None",
    ],
    answer: "ReadyTask",
    says: [
      "Creates a task, follows it to its end, and returns the ready answer. Raises GatepostError if the task failed.",
      "`template` is a template's name, or its document, to run it without saving it. `on_wait` is called once for each wait: " +
        'what it returns is pushed, `{"decline": "reason"}` ends the task, and None leaves the wait to others. ' +
        (asynchronous
          ? "It is cancelled once the wait is over. With `cancel_on_abort`, cancelling this call cancels the task too."
          : "Each call of it has a thread of its own. Setting `abort` ends this call with CancelledError; with " +
            "`cancel_on_abort`, that and Ctrl-C cancel the task too."),
    ],
    calls: `_run(template, ${given(around)}, ${given(task)}, {${[...options, "retry_seconds"]
      .filter((option) => !asynchronous || option !== "abort")
      .map((option) => `"${option}": ${option}`)
      .join(", ")}})`,
  });
  return { sync: functionText(build(false), false), asynchronous: functionText(build(true), true) };
}

interface Definition {
  name: string;
  parameters: Parameter[];
  options: string[];
  answer: string;
  says: string[];
  calls: string;
}

function functionText({ name, parameters, options, answer, says, calls }: Definition, asynchronous: boolean): string {
  const lines = [
    "self",
    "*",
    ...parameters.map((one) => `${snake(one.name)}: ${one.type}${one.required ? "" : withNone(one.type)}`),
    ...options,
  ];
  return [
    `    ${asynchronous ? "async " : ""}def ${name}(`,
    ...lines.map((line) => `        ${line},`),
    `    ) -> ${answer}:`,
    `        """${wrapped(says.join("\n\n"))}"""`,
    `        answer: ${answer} = ${asynchronous ? "await " : ""}self.${calls}`,
    "        return answer",
    "",
  ].join("\n");
}

const withNone = (type: string): string =>
  type === "Any" || type.split(" | ").includes("None") ? " = None" : " | None = None";

/** A dictionary of what was given, by the names on the wire; what may be absent and is None is left out. */
function given(parameters: Parameter[]): string {
  const items = (wanted: boolean) =>
    parameters.filter(({ required }) => required === wanted).map(({ name }) => `"${name}": ${snake(name)}`);
  const [required, optional] = [items(true), items(false).join(", ")];
  if (optional === "") return `{${required.join(", ")}}`;
  const kept = `_present({${optional}})`;
  return required.length === 0 ? kept : `{${required.join(", ")}, **${kept}}`;
}

const keywords = ["from", "import", "class", "def", "global", "lambda", "pass", "with", "is", "in", "not"];

function snake(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return keywords.includes(words) ? `${words}_` : words;
}

/** Indented lines of a docstring. */
function wrapped(text: string): string {
  const paragraphs = text.replaceAll("\\", "\\\\").split("\n");
  return paragraphs
    .map((one) => one.replace(/(?=.{101})(.{1,100}) /g, "$1\n"))
    .join("\n")
    .replace(/\n(?=[^\n])/g, "\n        ");
}
