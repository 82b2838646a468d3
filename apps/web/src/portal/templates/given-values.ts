import type { onFailures } from "@gatepost/contract/limits";
import type { Answers } from "../../trpc/client.tsx";

export type OnFailure = (typeof onFailures)[number];

export type VariableField = Answers["templates"]["get"]["variables"][number];

export interface GivenValue {
  /** What was entered; a file as JSON. */
  text: string;
  /** Whether somebody will answer, when the task waits for it. */
  isLate: boolean;
  /** The stored secret that takes its place. */
  secret?: string | undefined;
}

export type GivenValues = ReadonlyMap<string, GivenValue>;

export const givenOf = ({ name, late }: VariableField, values: GivenValues): GivenValue =>
  values.get(name) ?? { text: "", isLate: late };

/** The entered values as a call of the portal takes them. A value that a stored secret replaces is left out. */
export function enteredVariables(variables: readonly VariableField[], values: GivenValues) {
  return variables.flatMap((variable) => {
    const { text, isLate, secret } = givenOf(variable, values);
    if (secret !== undefined) return [];
    const { name, entry } = variable;
    const kind = entry === "element" || entry === "password" ? undefined : entry;
    return [{ name, value: isLate ? null : text, ...(kind && { kind }) }];
  });
}

/** The stored secrets that were chosen, by the variables that they replace. */
export const chosenSecrets = (values: GivenValues): ReadonlyMap<string, string> =>
  new Map([...values].flatMap(([name, { secret }]) => (secret === undefined ? [] : [[name, secret]])));

/** The document with stored secrets in place of variables: {"variable": "x"} becomes {"secret": "name"}. */
export function withSecrets<Document>(document: Document, secrets: ReadonlyMap<string, string>): Document {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    const [[key, name] = [], ...others] = Object.entries(value && typeof value === "object" ? value : {});
    const secret = key === "variable" && others.length === 0 ? secrets.get(name) : undefined;
    return secret === undefined ? value : { secret };
  }) as Document;
}
