import type { Problem } from "@gatepost/contract/problem";
import { defaultTimeout, parametersOf, type Step, type TemplateDocument, timeoutOf } from "@gatepost/contract/steps";
import { splitUserInfo } from "../task/user-info.ts";
import { requirementsOf } from "./requirements.ts";

/** Warnings about a template that can be saved, by step. Pure: the same for the editor, the command line and tests. */
export function lintTemplate(document: TemplateDocument): Problem[] {
  const found = rules.flatMap((rule) => rule(document));
  return found
    .sort((a, b) => a.step - b.step)
    .map(({ step, message }) => ({ path: step === 0 ? "" : `steps.${step}`, message }));
}

/** Something that is allowed and probably not intended. */
interface Warning {
  /** From 1; 0: the template as a whole. */
  step: number;
  /** What is unusual, and what to do about it. */
  message: string;
}

type Rule = (document: TemplateDocument) => Warning[];
type Wait = Extract<Step, { type: "WAIT_FOR_VARIABLE_VALUE" }>;

/** With its number, from 1. */
function waitsOf({ steps }: TemplateDocument): { wait: Wait; number: number; name: string }[] {
  return steps.flatMap((step, index) =>
    step.type === "WAIT_FOR_VARIABLE_VALUE" ? [{ wait: step, number: index + 1, name: step.name.permanent }] : [],
  );
}

const waitAfterUse: Rule = (document) => {
  const { uses, waits } = requirementsOf(document.steps);
  return [...waits].flatMap(([name, { index }]) => {
    const use = uses.get(name) ?? Number.POSITIVE_INFINITY;
    if (use > index) return [];
    return {
      step: index + 1,
      message: `It waits for ${name}, which step ${use + 1} uses already: move it before step ${use + 1}, or no task can push ${name} later.`,
    };
  });
};

const waitForNothing: Rule = (document) => {
  const used = new Set(document.steps.flatMap((step) => parametersOf(step).flatMap(([, one]) => variableOf(one))));
  return waitsOf(document)
    .filter(({ name }) => !used.has(name))
    .map(({ name, number }) => ({
      step: number,
      message: `It waits for ${name}, which no step uses: type it with {"variable":"${name}"} in a later step, or leave it where the value is a mere go-ahead.`,
    }));
};

const waitWithoutPrompt: Rule = (document) =>
  waitsOf(document)
    .filter(({ wait }) => !wait.prompt)
    .map(({ name, number }) => ({
      step: number,
      message: `It asks for ${name} without a word: add a prompt that says what to enter and where it comes from.`,
    }));

const waitedTwice: Rule = (document) => {
  const first = new Map<string, number>();
  return waitsOf(document).flatMap(({ name, number }) => {
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, number);
      return [];
    }
    return {
      step: number,
      message: `It waits for ${name}, whose value step ${before} has already: it passes at once. Take it out, or wait for a variable of another name.`,
    };
  });
};

const longerThanTheTask: Rule = (document) => {
  const limit = document.timeout ?? defaultTimeout.task;
  return document.steps.flatMap((step, index) => {
    if (timeoutOf(step) <= limit) return [];
    return {
      step: index + 1,
      message: `It may take ${timeoutOf(step)} s, but the task ends after ${limit} s: raise the template's timeout, or lower the step's.`,
    };
  });
};

const pauseCutOff: Rule = ({ steps }) =>
  steps.flatMap((step, index) => {
    if (step.type !== "PAUSE" || timeoutOf(step) >= step.seconds.permanent) return [];
    return {
      step: index + 1,
      message: `It pauses ${step.seconds.permanent} s, but may take ${timeoutOf(step)} s, so that every task fails there: raise the step's timeout, or leave it out.`,
    };
  });

const secretInTheTemplate: Rule = ({ steps }) =>
  steps.flatMap((step, index) => {
    const parameters = new Map(parametersOf(step));
    const url = parameters.get("url");
    if (url && "permanent" in url && splitUserInfo(String(url.permanent)).userInfo)
      return {
        step: index + 1,
        message:
          "It opens an address that holds a user name or password, which templates show: make the address a variable, so that it is encrypted and wiped.",
      };
    const value = parameters.get("value");
    const selector = parameters.get("selector");
    if (!value || !("permanent" in value) || !selector || !("permanent" in selector)) return [];
    if (value.permanent === "" || !/passw|secret|token|\bpin\b/i.test(String(selector.permanent))) return [];
    return {
      step: index + 1,
      message: `It types a value of the template into ${selector.permanent}, which looks like a secret: make it a variable, so that it is encrypted and wiped.`,
    };
  });

/** The last action may fail on the page without a trace: only what a step waits for is known to be there. */
const unconfirmedEnd: Rule = ({ steps }) => {
  const submit = steps.findLastIndex(({ type }) => type === "CLICK" || type === "PRESS_KEY");
  if (submit < 0 || steps.slice(submit + 1).some(({ type }) => /^WAIT_FOR_(?!VARIABLE)/.test(type))) return [];
  return [
    {
      step: submit + 1,
      message:
        "Nothing after it waits for what the page does then, so a task is ready even where the site refused: add WAIT_FOR_TEXT or WAIT_FOR_ELEMENT for what only success shows.",
    },
  ];
};

/** A value that a person sends and the page must show: part of a longer text would match too. */
const answerShownAnywhere: Rule = (document) => {
  const { waits } = requirementsOf(document.steps);
  return document.steps.flatMap((step, index) => {
    if (step.type !== "WAIT_FOR_TEXT" || step.selector || !("variable" in step.text)) return [];
    const name = step.text.variable;
    if ((waits.get(name)?.index ?? index) >= index) return [];
    return {
      step: index + 1,
      message: `It looks for ${name}, which somebody answers, anywhere on the page: an answer of "1" is found in "$12.00". Add a selector, whose element must show the answer and nothing else.`,
    };
  });
};

const readTwice: Rule = ({ steps }) => {
  const first = new Map<string, number>();
  return steps.flatMap((step, index) => {
    if (step.type !== "READ_TEXT") return [];
    const name = step.as.permanent;
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, index + 1);
      return [];
    }
    return {
      step: index + 1,
      message: `It reads as ${name}, as step ${before} does, and replaces that text: give it a name of its own.`,
    };
  });
};

const almostTheSameName: Rule = ({ steps }) => {
  const first = new Map<string, string>();
  return requirementsOf(steps).names.flatMap((name) => {
    const folded = name.trim().toLowerCase();
    const other = first.get(folded);
    if (other === undefined) {
      first.set(folded, name);
      return [];
    }
    return {
      step: 0,
      message: `It has the variables ${other} and ${name}, which are two: use one spelling if one is meant.`,
    };
  });
};

const rules: readonly Rule[] = [
  waitAfterUse,
  waitForNothing,
  waitWithoutPrompt,
  waitedTwice,
  longerThanTheTask,
  pauseCutOff,
  secretInTheTemplate,
  unconfirmedEnd,
  answerShownAnywhere,
  readTwice,
  almostTheSameName,
];

function variableOf(parameter: object): string[] {
  return "variable" in parameter ? [String(parameter.variable)] : [];
}
