import { forbiddenNames } from "@gatepost/contract/limits";
import { type GivenStep, givenSteps, isRecord, type Path } from "./document-path.ts";
import { patternProblem, patternsProblem } from "./pattern.ts";
import { selectorSyntaxProblem } from "./selector-syntax.ts";
import type { Found } from "./shape-problems.ts";

/**
 * What is wrong with a document beyond its form: texts that cannot be stored, selectors and patterns that cannot be
 * read, names that are not allowed, steps that need an earlier one. `isSound`: whether the step at that place has the
 * right form; others are skipped, because their problem is reported already.
 */
export function contentProblems(given: unknown, isSound: (path: Path) => boolean): Found[] {
  const all = givenSteps(given);
  const sound = all.filter(({ path }) => isSound(path));
  return [...unstorableTexts(given), ...rules.flatMap((rule) => rule(sound, all))];
}

/** `all`: invalid steps too, so that a rule does not miss what one of them provides. */
type Rule = (sound: readonly GivenStep[], all: readonly GivenStep[]) => Found[];

const selectors: Rule = (steps) =>
  ofParameters(steps, ({ step, name, value }) => {
    if (name !== "selector" || typeof value.permanent !== "string" || isUnstorable(value.permanent)) return undefined;
    const problem = selectorSyntaxProblem(value.permanent);
    return problem && `The selector of ${String(step.type)} ${problem}.`;
  });

const forbiddenVariables: Rule = (steps) =>
  ofParameters(steps, ({ step, name, value }) => {
    const isName = step.type === "WAIT_FOR_VARIABLE_VALUE" && name === "name";
    const variable = isName ? value.permanent : value.variable;
    if (typeof variable !== "string" || !forbiddenNames.includes(variable)) return undefined;
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
  steps.flatMap(({ step, path }) => {
    if (step.type !== "ASK_AGAIN_IF_TEXT" && step.type !== "ASK_AGAIN_IF_ELEMENT") return [];
    const name = permanentText(step, "name");
    const before = all.slice(
      0,
      all.findIndex((one) => one.step === step),
    );
    const isWaitedFor = before.some(
      ({ step: earlier }) => earlier.type === "WAIT_FOR_VARIABLE_VALUE" && permanentText(earlier, "name") === name,
    );
    if (isWaitedFor) return [];
    return [
      {
        path: [...path, "name"],
        message: `No step before it waits for ${name}: put a WAIT_FOR_VARIABLE_VALUE with this name before it.`,
      },
    ];
  });

const rules: readonly Rule[] = [selectors, forbiddenVariables, patterns, askAgainWithoutWait];

function ofParameters(
  steps: readonly GivenStep[],
  problemOf: (one: GivenStep & { name: string; value: Record<string, unknown> }) => string | undefined,
): Found[] {
  return steps.flatMap(({ step, path }) =>
    Object.entries(step).flatMap(([name, value]) => {
      const message = isRecord(value) ? problemOf({ step, path, name, value }) : undefined;
      return message ? [{ path: [...path, name], message }] : [];
    }),
  );
}

function permanentText(step: Record<string, unknown>, name: string): string | undefined {
  const value = step[name];
  return isRecord(value) && typeof value.permanent === "string" ? value.permanent : undefined;
}

/** Every text that PostgreSQL cannot store. */
function unstorableTexts(value: unknown, path: Path = []): Found[] {
  if (typeof value === "string")
    return isUnstorable(value)
      ? [{ path, message: "It contains a NUL or half a surrogate pair, which cannot be stored. Remove it." }]
      : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorableTexts(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function isUnstorable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}
