import { all, type Rule, waitsOf } from "./lint-rule.ts";
import { readNames, variablesOf } from "./requirements.ts";

/** A wait of the kind yes_no ends with either answer; only a later step can tell them apart. */
export const answerContinues: Rule = (document) => {
  const reads = readNames(document.steps);
  const used = new Set(all(document).flatMap(({ step }) => variablesOf(step, reads)));
  return waitsOf(document)
    .filter(({ wait, name }) => wait.kind?.permanent === "yes_no" && !used.has(name))
    .map(({ name, place }) => ({
      step: place,
      message: `No IF_VALUE reads ${name}, so the task continues after the answer false too: put the steps that need a yes into an IF_VALUE with the name ${name} that equals "true".`,
    }));
};

/** Answers of the kind yes_no are true and false, which compare as the texts of these words. */
export const comparedWithNeither: Rule = (document) => {
  const answers = new Set<string>();
  for (const { wait, name } of waitsOf(document)) if (wait.kind?.permanent === "yes_no") answers.add(name);
  return all(document).flatMap(({ step, place }) => {
    if (step.type !== "IF_VALUE" || !answers.has(step.name.permanent) || !("permanent" in step.equals)) return [];
    const compared = step.equals.permanent;
    if (compared === "true" || compared === "false") return [];
    return {
      step: place,
      message: `${step.name.permanent} is true or false (kind yes_no) and never equals ${JSON.stringify(compared)}: compare it with "true" or "false".`,
    };
  });
};
