import { waitForIt } from "@gatepost/contract/limits";
import { type Command, InvalidArgumentError } from "commander";

/** The options `--var name=value` and `--wait name` of a command that creates a task; both can be repeated. */
export interface VariableOptions {
  var?: Variables;
  wait?: Variables;
}

type Variables = [name: string, value: string][];

export function readVariable(text: string, before: Variables = []): Variables {
  const split = text.indexOf("=");
  if (split < 1) throw new InvalidArgumentError("It must be a name and a value, such as login=ada.");
  return [...before, [text.slice(0, split), text.slice(split + 1)]];
}

export function readLateVariable(name: string, before: Variables = []): Variables {
  return [...before, [name, waitForIt]];
}

/** The variables of both options. Ends the command if one is given twice. */
export function variablesOf({ var: given = [], wait = [] }: VariableOptions, command: Command): Record<string, string> {
  const variables = [...given, ...wait];
  const twice = variables.find(([name], index) => variables.findIndex(([other]) => other === name) < index);
  if (twice) command.error(`error: the variable ${twice[0]} is given twice`);
  return Object.fromEntries(variables);
}
