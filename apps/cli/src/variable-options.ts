import { waitForIt } from "@gatepost/contract/limits";
import { parseExactJson } from "@gatepost/domain/exact-json";
import { type Command, InvalidArgumentError } from "commander";

/** The options of a command that creates a task; each can be repeated. */
export interface VariableOptions {
  var?: Variables;
  jsonVar?: Variables;
  wait?: Variables;
}

type Variables = [name: string, value: unknown][];

/** Adds `--var name=value`, `--json-var name=JSON` and `--wait name`. */
export function withVariables(command: Command): Command {
  return command
    .option("--var <name=value>", "a variable's value; can be repeated", readVariable)
    .option("--json-var <name=JSON>", "the same for a number, true, false, null, an object", readJsonVariable)
    .option("--wait <name>", "a variable whose value is pushed later; can be repeated", readLateVariable);
}

function readVariable(text: string, before: Variables = []): Variables {
  return [...before, split(text, "login=ada")];
}

function readJsonVariable(text: string, before: Variables = []): Variables {
  const [name, json] = split(text, "amount=31.20");
  try {
    return [...before, [name, parseExactJson(json)]];
  } catch {
    throw new InvalidArgumentError(`The value of ${name} is not JSON; use --var for a text.`);
  }
}

function split(text: string, example: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError(`It must be a name and a value, such as ${example}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function readLateVariable(name: string, before: Variables = []): Variables {
  return [...before, [name, waitForIt]];
}

/** The variables of all options. Ends the command if one is given twice. */
export function variablesOf(options: VariableOptions, command: Command): Record<string, unknown> {
  const { var: given = [], jsonVar = [], wait = [] } = options;
  const variables = [...given, ...jsonVar, ...wait];
  const twice = variables.find(([name], index) => variables.findIndex(([other]) => other === name) < index);
  if (twice) command.error(`error: the variable ${twice[0]} is given twice`);
  return Object.fromEntries(variables);
}
