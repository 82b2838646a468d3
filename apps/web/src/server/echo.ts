import { hiddenKey } from "@gatepost/contract/methods/test";
import { parseExactJson } from "@gatepost/domain/exact-json";

/**
 * A body as it arrived, with numbers as they were sent and without the value of any property clientKey. `text` is a
 * JSON object.
 */
export function echo(text: string): { request: Record<string, unknown> } {
  return { request: withoutKeys(parseExactJson(text)) as Record<string, unknown> };
}

function withoutKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map(withoutKeys);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === "clientKey" ? hiddenKey : withoutKeys(member)]),
  );
}
