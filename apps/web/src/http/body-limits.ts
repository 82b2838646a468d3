import { fileBytes, isLonger, largeBody, limits } from "@gatepost/contract/limits";
import { listProblems } from "@gatepost/contract/problems";
import { DomainError } from "@gatepost/domain/platform/errors";
import type { Settings } from "@gatepost/domain/platform/settings";
import { isFile } from "@gatepost/domain/templates/value-form";
import { asObject } from "./json-body.ts";

/** The factor by which text can grow when it is serialised again (1e20 becomes 21 digits). */
const growth = 8;

const ofLongName = `has more than ${limits.nameLength} characters`;

/**
 * Checks a body against the limits of docs/contract.md, section 10, before its schema, so that a body that is too large
 * is reported as such: ERROR_REQUEST_TOO_LARGE with each limit named. `size` is the body's length in bytes.
 */
export function checkLimits(
  method: string,
  body: Record<string, unknown>,
  { size, settings }: { size: number; settings: Pick<Settings, "largeBodyBytes"> },
): void {
  const maxFile = fileBytes(settings.largeBodyBytes);
  const mayBeLarge = size * growth > limits.variableBytes;
  const over: string[] = [];
  if (method === "pushAntiGateVariable") {
    if (typeof body.name === "string" && isLonger(body.name, limits.nameLength)) over.push(`name ${ofLongName}`);
    if (mayBeLarge) over.push(...overValue("value", body.value, maxFile));
  }
  if (method === "createTask") {
    const template = asObject(body.task)?.template;
    // Checking it whole would find the same, after seconds. A smaller body leaves that to the check, which has words for it.
    if (size > limits.bodyBytes && bytesOf(template) > limits.templateBytes)
      over.push(`task.template is over ${limits.templateBytes / 1024} KiB as JSON`);
    const variables = asObject(asObject(body.task)?.variables) ?? {};
    const names = Object.keys(variables);
    if (names.length > limits.variables) over.push(`task.variables has more than ${limits.variables} variables`);
    // The values of the others are not checked, because the sentence about a value has its name.
    const short = names.filter((name) => !isLonger(name, limits.nameLength));
    if (short.length < names.length) over.push(`a name in task.variables ${ofLongName}`);
    if (mayBeLarge)
      over.push(...short.flatMap((name) => overValue(`task.variables.${name}`, variables[name], maxFile)));
  }
  if (over.length === 0) return;
  throw new DomainError("ERROR_REQUEST_TOO_LARGE", listProblems(over.map((fact) => `Over a limit: ${fact}.`)));
}

function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

/** Of a file only the content may be large. */
function overValue(what: string, value: unknown, maxFile: number): string[] {
  const size = bytesOf(value);
  if (size <= limits.variableBytes) return [];
  if (!isFile(value) || size - value.base64.length > limits.variableBytes)
    return [`${what} is over ${limits.variableBytes / 1024} KiB as JSON`];
  return size > maxFile ? [`${what} is over ${maxFile / largeBody.mebibyte} MiB as JSON`] : [];
}

/** Bytes of large bodies whose calls are under way, of all callers together. */
const maxBytes = 32 * 1024 * 1024;

let held = 0;

/**
 * Counts a body that has been read, until its call is answered. Throws ERROR_SERVICE_UNAVAILABLE if large bodies use up the memory
 * for them.
 */
export function holdMemory(bytes: number): Disposable {
  const counted = bytes <= limits.bodyBytes ? 0 : bytes;
  if (counted > 0 && held + counted > maxBytes)
    throw new DomainError(
      "ERROR_SERVICE_UNAVAILABLE",
      "Too many calls with large bodies are under way; nothing was done. Try again.",
    );
  held += counted;
  return {
    [Symbol.dispose]() {
      held -= counted;
    },
  };
}

/** Bytes of a file whose base64 fits in a value, with its name and type. */
export function answerFileBytes({ largeBodyBytes }: Pick<Settings, "largeBodyBytes">): number {
  return (fileBytes(largeBodyBytes) * 3) / 4 - 2 * 1024;
}
