import { namesIn } from "@gatepost/contract/joined-text";
import { parametersOfType } from "@gatepost/contract/step-parameters";
import { type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import { isAskAgain, parametersOf, type Step } from "@gatepost/contract/steps";
import { all, type Rule } from "./lint-rule.ts";
import { orderOf, sharedKeys } from "./step-order.ts";

/** A text that READ_TEXT has not read yet fails the step that uses it. */
export const usedBeforeRead: Rule = (document) => {
  const steps = all(document);
  const reads = new Map<string, StepPath[]>();
  for (const { step, path } of steps)
    if (step.type === "READ_TEXT") reads.set(step.as.permanent, [...(reads.get(step.as.permanent) ?? []), path]);
  const asksAgain = steps.some(({ step }) => isAskAgain(step));
  return steps.flatMap(({ step, place, path }) =>
    textsUsedBy(step).flatMap((name) => {
      const paths = reads.get(name) ?? [];
      const [first] = paths;
      if (!first || paths.some((read) => mayHaveRead(read, { step, path, asksAgain }))) return [];
      return {
        step: place,
        message: `No step before it reads the text ${name}, so it always fails: put the READ_TEXT of step ${stepPathText(first)} before it.`,
      };
    }),
  );
};

/** A plain text is typed as it stands, with its braces. */
export const bracesInPlainText: Rule = (document) =>
  all(document).flatMap(({ step, place }) => {
    const joinable = new Set(joinableOf(step));
    return parametersOf(step).flatMap(([name, parameter]) => {
      const plain = joinable.has(name) && "permanent" in parameter ? parameter.permanent : undefined;
      if (typeof plain !== "string" || namesIn(plain).length === 0) return [];
      return {
        step: place,
        message: `Its ${name} is a plain text, in which {{ and }} stand for themselves: write ${JSON.stringify({ text: plain })} to put in what ${namesIn(plain).join(" and ")} ${namesIn(plain).length === 1 ? "holds" : "hold"}.`,
      };
    });
  });

/** The parameters of a step that can join a text, also those of a list's fields. */
function joinableOf({ type }: Step): string[] {
  const own = parametersOfType(type).flatMap(({ name, forms }) => (forms.includes("text") ? [name] : []));
  return type === "READ_LIST" ? [...own, "selector"] : own;
}

/** The names in its joined texts, and the one that it compares. */
function textsUsedBy(step: Step): string[] {
  const joined = parametersOf(step).flatMap(([, parameter]) => ("text" in parameter ? namesIn(parameter.text) : []));
  return [...new Set(step.type === "IF_VALUE" ? [step.name.permanent, ...joined] : joined)];
}

/** Whether any task can get to a step after it has read a text. */
function mayHaveRead(read: StepPath, { step, path, asksAgain }: { step: Step; path: StepPath; asksAgain: boolean }) {
  if (orderOf(read, path) === "before") return true;
  // The task may come by again, in the next run of a repetition or after it asked again, if it passed the step before: without
  // running it in a branch, or in spite of its failure.
  const shared = sharedKeys(read, path);
  const isPassed = path.length > shared + 1 || ("optional" in step && step.optional);
  return isPassed && (asksAgain || path.slice(0, shared).includes("steps"));
}
