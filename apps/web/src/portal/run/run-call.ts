import { waitForIt } from "@gatepost/contract/limits";
import { sample } from "../../public/docs/samples.ts";
import type { OnFailure, VariableField } from "../templates/given-values.ts";

interface RunCall {
  origin: string;
  /** The caller's key, or what stands for it. */
  key: string;
  template: { templateName: string } | { template: object };
  websiteURL: string;
  onFailure: OnFailure | undefined;
  variables: readonly VariableField[];
  entered: readonly { name: string; value: string | null }[];
}

/** The createTask call that does what the form does, as curl. Passwords and files are left out. */
export function runCall({ origin, key, template, websiteURL, onFailure, variables, entered }: RunCall): string {
  const entries = new Map(variables.map(({ name, entry }) => [name, entry]));
  const values = entered.map(({ name, value }) => [
    name,
    value === null ? waitForIt : shownValue(value, entries.get(name)),
  ]);
  const given = { ...(onFailure && { onFailure }), variables: Object.fromEntries(values) };
  const task = { type: "AntiGateTask", websiteURL, ...template, ...given };
  return sample("curl", { origin, method: "createTask", body: { clientKey: key, task } });
}

function shownValue(text: string, entry: VariableField["entry"] | undefined): unknown {
  switch (entry) {
    case "password":
      return "…";
    case "file":
      return { name: "…", base64: "…" };
    case "yes_no":
      return text === "yes";
    case "number":
      return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
    default:
      return text;
  }
}
