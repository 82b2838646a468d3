import type { ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { type Gatepost, GatepostError, type Wait } from "gatepost";

/** How a client can ask its user: in a form of its own, or by opening a URL. */
export interface Elicits {
  form: boolean;
  url: boolean;
}

type Property = ElicitRequestFormParams["requestedSchema"]["properties"][string];

/** What a form asks for a wait. Undefined: what may be secret, a file or the live page, for which a link is opened instead. */
export function formField({ kind, options = [] }: Wait): Property | undefined {
  switch (kind) {
    case "choice":
    case "help":
      return { type: "string", enum: options };
    case "yes_no":
      return { type: "boolean" };
    case "number":
      return { type: "number" };
    default:
      return undefined;
  }
}

/** Whether a client can ask its user for this value. */
export const canElicit = (elicits: Elicits, wait: Wait): boolean =>
  formField(wait) ? elicits.form || elicits.url : elicits.url;

/** Where a request to the client has the id of what is asked. */
export const elicitationKey = "gatepost/elicitation";

/** Names what is asked, so that any process knows what a response answers. It grants nothing: a response comes with a key. */
export const elicitationId = ({ taskId, name, version }: Elicited): string =>
  Buffer.from(JSON.stringify([taskId, name, version])).toString("base64url");

interface Elicited {
  taskId: number;
  name: string;
  /** Of the result that has the wait: another wait for the same name has another one. */
  version: string;
}

/** What an id of `elicitationId` names; undefined for any other id. */
export function readElicitationId(id: unknown): Elicited | undefined {
  try {
    const [taskId, name, version] = JSON.parse(Buffer.from(String(id), "base64url").toString());
    const isOne = Number.isSafeInteger(taskId) && typeof name === "string" && typeof version === "string";
    return isOne ? { taskId, name, version } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the wait that was asked for is still open: what was asked then must not answer what is asked now. */
export async function isStillAsked(gatepost: Gatepost, { taskId, version }: Elicited): Promise<boolean> {
  const result = await gatepost.getTaskResult({ taskId });
  return result.status === "processing" && result.version === version;
}

/** Somebody else answered first, the wait is over, or the task ended. */
const overtaken = ["ERROR_VARIABLE_ALREADY_SET", "ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED"];

/**
 * Does what the user chose: pushes the value of a form, or declines the wait, which ends the task. A link that was opened and a
 * dialog that was closed leave the wait open. Returns why the service refused the value.
 */
export async function takeElicited(
  gatepost: Gatepost,
  { taskId, name, version }: Elicited,
  { action, content }: Pick<ElicitResult, "action" | "content">,
): Promise<string | undefined> {
  try {
    if (action === "decline")
      await gatepost.declineVariable({ taskId, name, reason: "Declined in the agent's application." });
    else if (action === "accept" && content && "value" in content)
      await gatepost.pushAntiGateVariable({ taskId, name, value: content.value, version });
    return undefined;
  } catch (error) {
    if (!(error instanceof GatepostError)) throw error;
    if (error.errorCode === "ERROR_VARIABLE_REFUSED") return error.errorDescription;
    if (overtaken.includes(error.errorCode)) return undefined;
    throw error;
  }
}
