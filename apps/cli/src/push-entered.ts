import { type Client, GatepostError } from "@gatepost/contract/client";
import { type Asked, valueEntered, whatFits } from "./entered-value.ts";
import { oneLine } from "./printable.ts";

/**
 * Pushes what was entered: as text, or, where the wait refuses text because it asks for something else, as a value of the
 * wait's kind. A refusal says what fits.
 */
export async function pushEntered(client: Client, taskId: number, name: string, text: string) {
  const push = (value: unknown) => client.pushAntiGateVariable({ taskId, name, value });
  try {
    return await push(text);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const asked = await openWait(client, taskId, name);
    if (asked === undefined)
      throw new GatepostError({ ...refusal, errorDescription: `${refusal.errorDescription} ${anyJson}` });
    const value = await valueEntered(asked.kind ?? "text", text);
    if (value === text) throw withWhatFits(refusal, asked);
    return push(value);
  }
}

/** The form of a value cannot be known before the task waits for it. */
const anyJson = "Add --json-value if it is not text: true, 12.5.";

export function isRefusal(error: unknown): error is GatepostError {
  return error instanceof GatepostError && error.errorCode === "ERROR_VARIABLE_REFUSED";
}

async function openWait(client: Client, taskId: number, name: string): Promise<Asked | undefined> {
  const result = await client.getTaskResult({ taskId });
  return result.status === "processing" ? result.waiting.find((wait) => wait.name === name) : undefined;
}

/** The refusal with what a terminal accepts. */
export function withWhatFits(refusal: GatepostError, asked: Asked): GatepostError {
  const fits = whatFits(asked);
  if (fits === undefined) return refusal;
  const errorDescription = `${refusal.errorDescription} Enter ${oneLine(fits)}.`;
  return new GatepostError({ ...refusal, errorDescription });
}
