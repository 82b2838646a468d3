import { valueAt } from "@gatepost/contract/json-value";
import { expectation } from "@gatepost/contract/problems";
import { parametersOfType, type StepParameter } from "@gatepost/contract/step-parameters";
import { nestingNames } from "@gatepost/contract/step-paths";
import {
  type StepType,
  stepDefinitions,
  stepTypes,
  type TemplateDocument,
  templateDocument,
} from "@gatepost/contract/steps";
import { didYouMean } from "../platform/errors.ts";
import { type Path, stepAround, typeOf } from "./document-path.ts";

/** A problem whose place is a path into the given document. */
export interface Found {
  path: Path;
  message: string;
}

type Issue = NonNullable<ReturnType<typeof templateDocument.safeParse>["error"]>["issues"][number];

/**
 * The document as its schema reads it, or every place that does not match it, with what to write there. `expected` words what a
 * schema expects.
 */
export function readShape(
  given: unknown,
  expected = expectation,
): { document: TemplateDocument } | { problems: Found[] } {
  const read = templateDocument.safeParse(given, { error: expected });
  if (read.success) return { document: read.data };
  const found = read.error.issues.flatMap((issue) => within(given, issue)).flatMap((issue) => explain(given, issue));
  const seen = new Set<string>();
  return {
    problems: found.filter(({ path }) => {
      const key = JSON.stringify(path);
      return !seen.has(key) && seen.add(key);
    }),
  };
}

/** For a union, the issues of the branch that the author chose, if it can be recognised. */
function within(given: unknown, issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const inner = issue.errors.map((branch) => branch.map((one) => ({ ...one, path: [...issue.path, ...one.path] })));
  const chosen = inner.filter((branch) =>
    isBare(valueAt(given, issue.path))
      ? !branch.some((one) => one.code === "invalid_type" && /^(?:object|array)$/.test(one.expected))
      : branch.every(({ path }) => path.length > issue.path.length && valueAt(given, path) !== undefined),
  );
  return chosen.length === 1 && chosen[0] ? chosen[0].flatMap((one) => within(given, one)) : [issue];
}

/** Whether a value can stand for `{"permanent": …}`. */
function isBare(value: unknown): boolean {
  return /^(?:string|number|boolean)$/.test(typeof value);
}

function explain(given: unknown, issue: Issue): Found[] {
  const around = stepAround(given, issue.path);
  if (!around) return explainOutside(given, issue);
  const type = typeOf(around.step);
  if (!type) return [{ path: [...around.path, "type"], message: noSuchType(around.step.type) }];
  const parameters = parametersOfType(type);
  if (around.rest.length === 0 && issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: noSuchName(
        `${type} has no parameter`,
        key,
        parameters.map(({ name }) => name),
      ),
    }));
  const parameter = parameters.find(({ name }) => name === around.rest[0]);
  if (parameter && isAboutForm(given, issue, around.rest, parameter)) {
    const value = around.step[parameter.name];
    return [{ path: [...around.path, parameter.name], message: formMessage(type, parameter, value) }];
  }
  return explainOutside(given, issue);
}

function explainOutside(given: unknown, issue: Issue): Found[] {
  if (issue.code === "unrecognized_keys") {
    const known = issue.path.length === 0 ? Object.keys(templateDocument.shape) : [];
    const owner = issue.path.length === 0 ? "A template has no property" : "There must be no property";
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: noSuchName(owner, key, known) }));
  }
  const value = valueAt(given, issue.path);
  const isInSteps = (nestingNames as readonly unknown[]).includes(issue.path.at(-2));
  const isStep = isInSteps && typeof issue.path.at(-1) === "number" && issue.code === "invalid_type";
  if (isStep || (issue.code === "invalid_union" && issue.path.at(-1) === "type"))
    return [{ path: issue.path, message: isStep ? "A step must be an object." : noSuchType(value) }];
  const missing = value === undefined ? "It is missing. " : "";
  return [{ path: issue.path, message: `${missing}It must be ${issue.message}.` }];
}

/** Whether the parameter has none of the forms `{"permanent": …}` and so on, rather than a wrong value in one of them. */
function isAboutForm(given: unknown, issue: Issue, rest: Path, { forms }: StepParameter): boolean {
  if (forms.length === 0) return false;
  const canBeBare = forms.includes("permanent") && isBare(valueAt(given, issue.path));
  if (rest.length === 1) return issue.code !== "custom" && !canBeBare;
  return rest.length === 2 && valueAt(given, issue.path) === undefined;
}

const written: Record<string, string> = {
  permanent: "a value",
  variable: '{"variable": "name"}',
  text: '{"text": "… {{name}} …"}',
  secret: '{"secret": "name"}',
  totp: '{"totp": {"secret": "name"}}',
};

function formMessage(type: StepType, { name, optional, forms }: StepParameter, value: unknown): string {
  const example = (stepDefinitions[type].example as Record<string, unknown>)[name];
  const such = example === undefined ? "" : `, such as ${JSON.stringify(example)}`;
  if (value === undefined && !optional) return `${type} needs ${name}${such}.`;
  const form = forms
    .map((key) => written[key] ?? `{${JSON.stringify(key)}: …}`)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ");
  return `It must be ${form}${such}.`;
}

function noSuchType(type: unknown): string {
  const list = `The types are: ${stepTypes.join(", ")}.`;
  if (typeof type !== "string") return `A step needs a type, which is a string. ${list}`;
  return `There is no step type ${quoted(type)}. ${didYouMean(type, stepTypes)}${list}`;
}

function noSuchName(sentence: string, name: string, known: readonly string[]): string {
  const list = known.length > 0 ? ` ${didYouMean(name, known)}It may have: ${known.join(", ")}.` : "";
  return `${sentence} ${quoted(name)}.${list}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}
