import type { Parameter } from "@gatepost/contract/parameter";
import type { Problem } from "@gatepost/contract/problems";
import { type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import {
  defaultTimeout,
  keepsText,
  parametersOf,
  type Step,
  type TemplateDocument,
  timeoutOf,
} from "@gatepost/contract/steps";
import { splitUserInfo } from "../platform/egress.ts";
import {
  about,
  all,
  bracesInPlainText,
  filledInOnce,
  patternFitsNoAddress,
  type Rule,
  selectorIsPlainText,
  selectorsOf,
  usedBeforeRead,
  type Warning,
  waitsOf,
} from "./lint-steps.ts";
import { readInstead, readNames, requirementsOf, variablesOf, waitOnSomeWays } from "./requirements.ts";

/** Answers of the kind yes_no are true and false, which compare as the texts of these words. */
const comparedWithNeither: Rule = (document) => {
  const answers = new Set<string>();
  for (const { wait, name } of waitsOf(document)) if (wait.kind?.permanent === "yes_no") answers.add(name);
  return about(all(document), ({ step }) => {
    if (step.type !== "IF_VALUE" || !answers.has(step.name.permanent) || !("permanent" in step.equals))
      return undefined;
    const compared = step.equals.permanent;
    if (compared === "true" || compared === "false") return undefined;
    return `${step.name.permanent} is true or false (kind yes_no) and never equals ${JSON.stringify(compared)}: compare it with "true" or "false".`;
  });
};

/** Warnings about a template that can be saved, by step. Pure: the same for the editor, the command line and tests. */
export function lintTemplate(document: TemplateDocument): Problem[] {
  const found = rules.flatMap((rule) => rule(document));
  const order = new Map(all(document).map(({ place }, index) => [place, index]));
  const orderOf = ({ step }: Warning) => order.get(step) ?? -1;
  return found
    .sort((a, b) => orderOf(a) - orderOf(b))
    .map(({ step, message }) => ({ path: step === "" ? "" : `steps.${step}`, message }));
}

const waitAfterUse: Rule = (document) => {
  const requirements = requirementsOf(document.steps);
  return [...requirements.waits].flatMap(([name, { path }]) => {
    const first = requirements.unwaited.get(name);
    if (!first) return [];
    const use = stepPathText(first);
    return {
      step: stepPathText(path),
      message:
        waitOnSomeWays(name, requirements) ??
        `It waits for ${name}, which step ${use} uses already: move it before step ${use}, or no task can push ${name} later.`,
    };
  });
};

/** A wait of the kind yes_no ends with either answer; only a later step can tell them apart. */
const waitForNothing: Rule = (document) => {
  const reads = readNames(document.steps);
  const used = new Set(all(document).flatMap(({ step }) => variablesOf(step, reads)));
  return about(waitsOf(document), ({ name, wait }) => {
    if (used.has(name)) return undefined;
    return wait.kind?.permanent === "yes_no"
      ? `No IF_VALUE reads ${name}, so the task continues after the answer false too: put the steps that need a yes into an IF_VALUE with the name ${name} that equals "true".`
      : `It waits for ${name}, which no step uses: type it with {"variable":"${name}"} in a later step, or leave it as it is if the value only approves what follows.`;
  });
};

const waitWithoutPrompt: Rule = (document) =>
  about(waitsOf(document), ({ name, wait }) =>
    wait.prompt
      ? undefined
      : `Its wait for ${name} has no prompt: add one that says what to enter and where it comes from.`,
  );

const waitedTwice: Rule = (document) => {
  const first = new Map<string, { place: string; path: StepPath }>();
  return about(waitsOf(document), ({ name, place, path }) => {
    const before = first.get(name)?.place;
    // In a repetition each run asks anew, and of two branches only one is run.
    if (before === undefined || path.length > 1 || (first.get(name)?.path.length ?? 0) > 1) {
      first.set(name, { place, path });
      return undefined;
    }
    return `It waits for ${name}, whose value step ${before} has already: it passes at once. Take it out, or wait for a variable of another name.`;
  });
};

const longerThanTheTask: Rule = (document) => {
  const limit = document.timeout ?? defaultTimeout.task;
  return about(all(document), ({ step }) =>
    timeoutOf(step) > limit
      ? `It may take ${timeoutOf(step)} s, but the task ends after ${limit} s: raise the template's timeout, or lower the step's.`
      : undefined,
  );
};

const addressNotOfTheWeb: Rule = (document) =>
  about(all(document), ({ step }) => {
    if (step.type !== "OPEN_PAGE" || canBeOfTheWeb(step.url)) return undefined;
    return "Its url is no absolute http or https URL, so it always fails: write one such as https://example.com/login.";
  });

/** Whether an address can be one of the web, as far as the template fixes it: a joined text is judged by how it begins. */
function canBeOfTheWeb(url: Parameter): boolean {
  if ("variable" in url) return true;
  const address = String("text" in url ? url.text : url.permanent).trim();
  const [beginning = "", ...rest] = "text" in url ? address.split("{{") : [address];
  if (rest.length === 0) return /^https?:$/.test(URL.parse(address)?.protocol ?? "");
  if (/^https?:\/\//i.test(beginning)) return true;
  return ["http://", "https://"].some((start) => start.startsWith(beginning.toLowerCase()));
}

const secretInTheTemplate: Rule = (document) =>
  about(all(document), ({ step }) => {
    const parameters = new Map(parametersOf(step));
    const url = parameters.get("url");
    if (url && "permanent" in url && splitUserInfo(String(url.permanent)).userInfo)
      return "It opens an address that holds a user name or password, which templates show: make the address a variable, so that it is encrypted and wiped.";
    const value = parameters.get("value");
    if (!value || !("permanent" in value) || value.permanent === "") return undefined;
    const selector = selectorsOf(step).find((one) => /passw|secret|token|\bpin\b/i.test(one));
    if (selector === undefined) return undefined;
    return `It types a value of the template into ${selector}, which looks like a secret: make it a variable, so that it is encrypted and wiped.`;
  });

/** The last action may fail on the page without a trace: only what a step waits for is known to be there. */
const unconfirmedEnd: Rule = (document) => {
  const steps = all(document);
  const submit = steps.findLastIndex(({ step }) => step.type === "CLICK" || step.type === "PRESS_KEY");
  // READ_LIST too waits for what the page shows then, and DOWNLOAD_FILE for a file that it sends.
  const confirms = ({ step }: { step: Step }) => /^WAIT_FOR_(?!VARIABLE)|^(READ_LIST|DOWNLOAD_FILE)$/.test(step.type);
  if (steps.slice(submit + 1).some(confirms)) return [];
  return about(
    steps.filter((_, index) => index === submit),
    () =>
      "Nothing after it waits for what the page does then, so a task is ready even where the site refused: add WAIT_FOR_TEXT or WAIT_FOR_ELEMENT for what only success shows.",
  );
};

/** A value that a person sends and the page must show: part of a longer text would match too. */
const answerShownAnywhere: Rule = (document) => {
  const { waits } = requirementsOf(document.steps);
  return about(all(document), ({ step }) => {
    if (step.type !== "WAIT_FOR_TEXT" || step.selector || !("variable" in step.text)) return undefined;
    const name = step.text.variable;
    if (!waits.has(name)) return undefined;
    return `It looks for ${name}, which somebody answers, anywhere on the page: an answer of "1" is found in "$12.00". Add a selector, whose element must show the answer and nothing else.`;
  });
};

const readTwice: Rule = (document) => {
  const first = new Map<string, string>();
  return about(all(document), ({ step, place, path }) => {
    // Of two branches only one is run.
    if (!keepsText(step) || path.length > 1) return undefined;
    const name = step.as.permanent;
    const before = first.get(name);
    if (before)
      return `It reads as ${name}, as step ${before} does, and replaces that text: give it a name of its own.`;
    first.set(name, place);
    return undefined;
  });
};

/** In `{"variable": …}` a name always stands for what the task brings. */
const variableOfReadText: Rule = (document) => {
  const { reads, waits } = requirementsOf(document.steps);
  return about(all(document), ({ step }) =>
    parametersOf(step).flatMap(([parameter, value]) => {
      if (!("variable" in value) || parameter === "file" || waits.has(value.variable)) return [];
      const read = readInstead(value.variable, reads);
      return read ? `Its ${parameter} is a variable that each task must bring. But ${read}` : [];
    }),
  );
};

const almostTheSameName: Rule = ({ steps }) => {
  const first = new Map<string, string>();
  const names = requirementsOf(steps).names.map((name) => ({ place: "", name }));
  return about(names, ({ name }) => {
    const folded = name.trim().toLowerCase();
    const other = first.get(folded);
    if (other === undefined) {
      first.set(folded, name);
      return undefined;
    }
    return `It has the variables ${other} and ${name}, which are two: use one spelling if one is meant.`;
  });
};

const rules: readonly Rule[] = [
  waitAfterUse,
  waitForNothing,
  waitWithoutPrompt,
  waitedTwice,
  longerThanTheTask,
  addressNotOfTheWeb,
  selectorIsPlainText,
  patternFitsNoAddress,
  secretInTheTemplate,
  unconfirmedEnd,
  answerShownAnywhere,
  readTwice,
  variableOfReadText,
  usedBeforeRead,
  bracesInPlainText,
  filledInOnce,
  comparedWithNeither,
  almostTheSameName,
];
