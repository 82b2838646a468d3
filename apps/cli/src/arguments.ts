import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  type OptionValues,
} from "@commander-js/extra-typings";
import { type ErrorCode, isErrorCode } from "@gatepost/contract/errors";
import { waitForIt } from "@gatepost/contract/limits";
import { addressProblem } from "@gatepost/domain/accounts/authenticate";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { parseDollars } from "@gatepost/presenters/dollars";

/** Reads an id of the JSON methods: a positive integer below 2^53. */
export function readId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id) || id < 1)
    throw new InvalidArgumentError("It must be a positive whole number.");
  return id;
}

/** Reads a positive whole number up to this one. */
export function readUpTo(max: number) {
  return (text: string): number => {
    const number = readId(text);
    if (number > max) throw new InvalidArgumentError(`It must be at most ${max}.`);
    return number;
  };
}

/** Reads the id of an account, a key or an application of this installation's database. */
export const readRowId = readUpTo(2 ** 31 - 1);

export function readErrorCode(text: string): ErrorCode {
  if (!isErrorCode(text)) throw new InvalidArgumentError("It must be an error code, such as ERROR_TASK_TIMEOUT.");
  return text;
}

/** Reads the address of an installation, with or without a path. */
export function readAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("It must be an http or https address, such as http://127.0.0.1:3000.");
  return text;
}

/** Reads a network address or range of a repeatable option. */
export function readNetwork(text: string, before: string[] = []): string[] {
  const problem = addressProblem(text);
  if (problem) throw new InvalidArgumentError(problem);
  return [...before, text];
}

/** Reads a time such as `2026-11-20T14:05Z`, or a day, which means its start in UTC. */
export function readMoment(text: string): Date {
  const shape = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/.exec(text);
  const moment = new Date(text);
  const day = new Date(`${shape?.[1]}T00:00:00Z`);
  if (!shape || Number.isNaN(moment.getTime()) || !day.toISOString().startsWith(shape[1] ?? ""))
    throw new InvalidArgumentError("It must be a day such as 2026-11-20, or a moment such as 2026-11-20T14:05Z.");
  return moment;
}

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads a duration such as `90s`, `30m`, `24h` or `7d`, as seconds; `0` means none. */
export function readSeconds(text: string): number {
  const parts = /^(\d{1,6})([smhd])$/.exec(text);
  if (text === "0") return 0;
  if (!parts) throw new InvalidArgumentError("It must be a length of time such as 90s, 30m, 24h or 7d, or 0.");
  return Number(parts[1]) * (unitSeconds[parts[2] ?? "s"] ?? 1);
}

/** Reads a whole number by which a count changes: `-4`, `12`. */
export function readDifference(text: string): number {
  const by = Number(text);
  if (!/^[+-]?\d{1,15}$/.test(text) || by === 0)
    throw new InvalidArgumentError("It must be a whole number other than zero, such as -4.");
  return by;
}

/** Reads an amount such as `25`, `0.002` or `$1.50` as millionths of a dollar. */
export function readDollars(text: string): bigint {
  const millionths = parseDollars(text);
  if (millionths !== undefined) return millionths;
  throw new InvalidArgumentError(
    "It must be an amount in dollars below a billion, with at most six decimals, such as 25 or 0.002.",
  );
}

/** Reads an amount that may be negative: `-0.50`. Zero is refused, because it changes nothing. */
export function readDifferenceInDollars(text: string): bigint {
  const [, sign, amount = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const millionths = readDollars(amount);
  if (millionths === 0n) throw new InvalidArgumentError("It must be an amount other than zero, such as -0.50.");
  return sign === "-" ? -millionths : millionths;
}

/** The options of a command that creates a task; each can be repeated. */
interface VariableOptions {
  var?: Variables;
  jsonVar?: Variables;
  wait?: Variables;
}

type Variables = [name: string, value: unknown][];

/** Adds `--var name=value`, `--json-var name=JSON` and `--wait name`. */
export function withVariables<Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) {
  return command
    .option("--var <name=value>", "a variable's value; can be repeated", readVariable)
    .option("--json-var <name=JSON>", "the same for a number, true, false, null, an object", readJsonVariable)
    .option("--wait <name>", "a variable whose value is pushed later; can be repeated", readLateVariable);
}

const readVariable = (text: string, before: Variables = []): Variables => [...before, split(text, "login=ada")];

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

const readLateVariable = (name: string, before: Variables = []): Variables => [...before, [name, waitForIt]];

/** The variables of all options. Ends the command if one is given twice. */
export function variablesOf(options: VariableOptions, command: CommandUnknownOpts): Record<string, unknown> {
  const { var: given = [], jsonVar = [], wait = [] } = options;
  const variables = [...given, ...jsonVar, ...wait];
  const twice = variables.find(([name], index) => variables.findIndex(([other]) => other === name) < index);
  if (twice) command.error(`error: the variable ${twice[0]} is given twice`);
  return Object.fromEntries(variables);
}

/** A file with JSON; `-` is standard input. */
export async function readJsonFile(file: string): Promise<unknown> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  const json = await text(input).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${cause.code}): pass a JSON file with a template.`, { cause });
  });
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
