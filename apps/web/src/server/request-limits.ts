import { limits } from "@gatepost/contract/limits";
import { DomainError } from "@gatepost/domain/errors";

/** The factor by which text can grow when it is serialised again (1e20 becomes 21 digits). */
const growth = 8;

/**
 * Checks a body against the limits of docs/contract.md, section 9, before its schema, so that a body that is too large
 * is reported as such: ERROR_REQUEST_TOO_LARGE with the limit named. `size` is the body's length in bytes.
 */
export function checkLimits(method: string, body: Record<string, unknown>, size: number): void {
  const mayBeLarge = size * growth > limits.variableBytes;
  if (method === "pushAntiGateVariable") {
    if (typeof body.name === "string") checkName("name", body.name);
    if (mayBeLarge) checkValue("value", body.value);
  }
  if (method === "createTask") {
    const variables = asObject(asObject(body.task)?.variables) ?? {};
    const names = Object.keys(variables);
    if (names.length > limits.variables) tooLarge(`task.variables has more than ${limits.variables} variables`);
    for (const name of names) {
      checkName("a name in task.variables", name);
      if (mayBeLarge) checkValue(`task.variables.${name}`, variables[name]);
    }
  }
}

function checkName(what: string, name: string): void {
  if (name.length > limits.nameLength) tooLarge(`${what} has more than ${limits.nameLength} characters`);
}

function checkValue(what: string, value: unknown): void {
  if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > limits.variableBytes)
    tooLarge(`${what} is over ${limits.variableBytes / 1024} KiB as JSON`);
}

function tooLarge(fact: string): never {
  throw new DomainError("ERROR_REQUEST_TOO_LARGE", `Over a limit: ${fact}.`);
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
