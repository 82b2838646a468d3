import { isObject } from "@gatepost/contract/json-value";
import { forbiddenNames, helpName, limits } from "@gatepost/contract/limits";
import { isSelectorName, namesIn } from "@gatepost/contract/parameter";
import { canGoBack } from "@gatepost/contract/step-paths";
import { isAskAgain, keepsText } from "@gatepost/contract/steps";
import { type GivenStep, givenSteps, type Path } from "./document-path.ts";
import { patternProblem, patternsProblem } from "./pattern.ts";
import { selectorSyntaxProblem } from "./selector.ts";
import type { Found } from "./shape-problems.ts";

/**
 * What is wrong with a document beyond its form: texts that cannot be stored, selectors and patterns that cannot be
 * read, names that are not allowed, steps that need an earlier one. `isSound`: whether the step at that place has the
 * right form; others are skipped, because their problem is reported already.
 */
export function contentProblems(given: unknown, isSound: (path: Path) => boolean): Found[] {
  const all = givenSteps(given);
  const sound = all.filter(({ path }) => isSound(path));
  const found = rules.flatMap((rule) => rule(sound, all)).filter((one) => one !== undefined);
  return [...unstorableTexts(given), ...found];
}

/** `all`: invalid steps too, so that a rule does not miss what one of them provides. */
type Rule = (sound: readonly GivenStep[], all: readonly GivenStep[]) => (Found | undefined)[];

const selectors: Rule = (steps) =>
  ofParameters(steps, ({ step, name, value }) => {
    if (!isSelectorName(step.type, name) || typeof value.permanent !== "string" || isUnstorable(value.permanent))
      return undefined;
    const problem = selectorSyntaxProblem(value.permanent);
    return problem && `The selector of ${String(step.type)} ${problem}.`;
  });

const forbiddenVariables: Rule = (steps) =>
  ofParameters(steps, ({ step, name, value }) => {
    const isName = /^(?:WAIT_FOR_VARIABLE_VALUE|IF_VALUE)$/.test(String(step.type)) && name === "name";
    const joined = typeof value.text === "string" ? namesIn(value.text) : [];
    const ofCode = isObject(value.totp) ? value.totp.variable : undefined;
    const variable = [isName ? value.permanent : value.variable, ofCode, ...joined].find((one) =>
      [...forbiddenNames, helpName].includes(String(one)),
    );
    if (typeof variable !== "string") return undefined;
    return `A variable cannot be named ${variable}. Choose another name.`;
  });

const patterns: Rule = (steps) => {
  const waits = steps.filter(({ step }) => step.type === "WAIT_FOR_VARIABLE_VALUE");
  const each = ofParameters(waits, ({ name, value }) => {
    const problem = name === "pattern" && patternProblem(String(value.permanent));
    return problem ? `The pattern ${problem}.` : undefined;
  });
  if (each.length > 0) return each;
  const together = patternsProblem(waits.flatMap(({ step }) => permanentText(step, "pattern") ?? []));
  return together ? [{ path: ["steps"], message: together }] : [];
};

const askAgainWithoutWait: Rule = (steps, all) =>
  steps.map(({ step, path }) => {
    if (!isAskAgain(step)) return undefined;
    const name = permanentText(step, "name");
    const waits = all.filter(
      ({ step: other }) => other.type === "WAIT_FOR_VARIABLE_VALUE" && permanentText(other, "name") === name,
    );
    if (waits.some(({ path: there }) => canGoBack(path.slice(1), there.slice(1)))) return undefined;
    const elsewhere = waits.length > 0 ? ", in the same list of steps or around it, and in the same repetition" : "";
    const message = `No step before it waits for ${name}: put a WAIT_FOR_VARIABLE_VALUE with this name before it${elsewhere}.`;
    return { path: [...path, "name"], message };
  });

/** Whoever is asked should see what the page says; values of variables are not for them. */
const variablesInPrompts: Rule = (steps, all) => {
  const reads = new Set(all.flatMap(({ step }) => (keepsText(step) ? (permanentText(step, "as") ?? []) : [])));
  return steps.map(({ step, path }) => {
    const text = step.type === "WAIT_FOR_VARIABLE_VALUE" && isObject(step.prompt) ? step.prompt.text : undefined;
    const unknown = typeof text === "string" ? namesIn(text).find((name) => !reads.has(name)) : undefined;
    if (unknown === undefined) return undefined;
    const message = `No READ_TEXT reads ${unknown}. A prompt holds texts that READ_TEXT reads under the name in "as", and no variables.`;
    return { path: [...path, "prompt"], message };
  });
};

const optionsOfChoices: Rule = (steps) =>
  steps.map(({ step, path }) => {
    if (step.type !== "WAIT_FOR_VARIABLE_VALUE") return undefined;
    const isChoice = permanentText(step, "kind") === "choice";
    if (isChoice === (step.options !== undefined)) return undefined;
    return isChoice
      ? { path, message: 'The kind "choice" needs options, such as ["yes", "no"].' }
      : { path: [...path, "options"], message: 'Only the kind "choice" has options. Remove them, or set the kind.' };
  });

const nestedTooDeep: Rule = (steps) =>
  steps.map(({ path }) => {
    const depth = (path.length - 2) / 2;
    if (depth !== limits.nestedSteps + 1) return undefined;
    return { path, message: `It is nested ${depth} deep, and steps may be nested ${limits.nestedSteps} deep at most.` };
  });

const rules: readonly Rule[] = [
  selectors,
  forbiddenVariables,
  patterns,
  askAgainWithoutWait,
  variablesInPrompts,
  optionsOfChoices,
  nestedTooDeep,
];

function ofParameters(
  steps: readonly GivenStep[],
  problemOf: (one: GivenStep & { name: string; value: Record<string, unknown> }) => string | undefined,
): Found[] {
  return steps.flatMap(({ step, path }) =>
    parametersIn(step, path).flatMap(({ name, value, at }) => {
      const message = problemOf({ step, path, name, value });
      return message ? [{ path: at, message }] : [];
    }),
  );
}

/** Its own, each selector of a list, and those of the fields of a list. */
function parametersIn(
  step: Record<string, unknown>,
  path: Path,
): { name: string; value: Record<string, unknown>; at: Path }[] {
  return Object.entries(step).flatMap(([name, value]) => {
    if (Array.isArray(value) && isSelectorName(step.type, name))
      return value.flatMap((one, at) => (isObject(one) ? [{ name, value: one, at: [...path, name, at] }] : []));
    if (!isObject(value)) return [];
    if (step.type !== "READ_LIST" || name !== "fields") return [{ name, value, at: [...path, name] }];
    return Object.entries(value).flatMap(([field, inner]) =>
      isObject(inner) ? parametersIn(inner, [...path, name, field]) : [],
    );
  });
}

function permanentText(step: Record<string, unknown>, name: string): string | undefined {
  const value = step[name];
  return isObject(value) && typeof value.permanent === "string" ? value.permanent : undefined;
}

/** Every text that PostgreSQL cannot store, and names of properties, such as those of a list's fields. */
function unstorableTexts(value: unknown, path: Path = []): Found[] {
  if (typeof value === "string") return isUnstorable(value) ? [unstorable(path)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    return isUnstorable(name) ? [unstorable(at)] : unstorableTexts(inner, at);
  });
}

function unstorable(path: Path): Found {
  return { path, message: "It contains a NUL or half a surrogate pair, which cannot be stored. Remove it." };
}

function isUnstorable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}
