import { valueAt } from "@gatepost/contract/json-value";
import { isSelectorName, namesIn } from "@gatepost/contract/parameter";
import type { Problem } from "@gatepost/contract/problems";
import { parametersOfType } from "@gatepost/contract/step-parameters";
import { canGoBack, placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import {
  defaultTimeout,
  isAskAgain,
  keepsText,
  parametersOf,
  type Step,
  type TemplateDocument,
  timeoutOf,
} from "@gatepost/contract/steps";
import { splitUserInfo } from "../platform/egress.ts";
import { readInstead, requirementsOf, variablesOf, waitOnSomeWays } from "./requirements.ts";

/** What is allowed and probably not intended, and what to do about it. */
type Rule = (template: ReturnType<typeof lookAt>) => Problem[];

/** A template as the rules look at it. */
function lookAt(document: TemplateDocument) {
  // All steps, nested ones included, each with its place as authors count.
  const steps = placedSteps(document.steps).map(({ step, path }) => ({ step, path, place: stepPathText(path) }));
  const waits = steps.flatMap(({ step, place, path }) =>
    step.type === "WAIT_FOR_VARIABLE_VALUE" ? [{ wait: step, place, path, name: step.name.permanent }] : [],
  );
  return { document, steps, waits, requirements: requirementsOf(document.steps) };
}

/** The warnings about steps, one after another: each with what `messagesOf` says of it, if anything. */
function about<Placed extends { place: string }>(
  steps: readonly Placed[],
  messagesOf: (step: Placed) => string | readonly string[] | undefined,
): Problem[] {
  return steps.flatMap((one) =>
    [messagesOf(one) ?? []].flat().map((message) => ({ path: `steps.${one.place}`, message })),
  );
}

/** `Sign in` is valid CSS for an element <in> within an element <sign>, and there is none. */
const selectorIsPlainText: Rule = ({ steps }) =>
  about(steps, ({ step }) =>
    selectorsOf(step)
      .filter(isPlainText)
      .map(
        (selector) =>
          `Its selector ${selector} is read as CSS and finds no element: write text=${selector} for what shows this text, or label=${selector} for the field with this label.`,
      ),
  );

/** The selectors that the template fixes, as it writes them. */
function selectorsOf(step: Step): string[] {
  return parametersOf(step).flatMap(([name, parameter]) => {
    return isSelectorName(step.type, name) && "permanent" in parameter ? [String(parameter.permanent).trim()] : [];
  });
}

/** Words alone, of which one is no element's name. A name with a hyphen can be one that the page defines. */
function isPlainText(selector: string): boolean {
  const words = selector.split(/[\s,]+/);
  return words.every((word) => /^[\p{L}\d]+$/u.test(word)) && !words.every((word) => names.has(word.toLowerCase()));
}

/** The elements of HTML, the outdated ones among them, and those of SVG and MathML that sites use. */
const names = new Set(
  `a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas caption center
  cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer
  form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li link main map
  mark marquee menu menuitem meta meter nav nobr noframes noscript object ol optgroup option output p param picture plaintext pre
  progress q rp rt ruby s samp script search section select selectedcontent slot small source span strike strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
  animate circle clippath defs desc ellipse filter foreignobject g line lineargradient marker mask path pattern polygon polyline
  radialgradient rect stop switch symbol text textpath tspan use view
  math menclose merror mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext
  mtr munder munderover`.split(/\s+/),
);

/** A step that asks again goes back to its wait, so what was filled in before that wait is not filled in again. */
const filledInOnce: Rule = ({ document, steps, waits }) =>
  about(steps, ({ step, path }) => {
    if (!isAskAgain(step)) return undefined;
    const name = step.name.permanent;
    const wait = waits.findLast((one) => one.name === name && canGoBack(path, one.path));
    if (!wait) return undefined;
    const list = valueAt(document.steps, wait.path.slice(0, -1)) as readonly Step[];
    const filled = unsentForm(list.slice(0, Number(wait.path.at(-1))));
    if (filled < 0) return undefined;
    const first = stepPathText([...wait.path.slice(0, -1), filled]);
    return `It goes back to the wait of step ${wait.place}, so step ${first}, which fills in the same form, is not run again: if the page shows the form empty then, it is never accepted. Move the wait before step ${first}.`;
  });

/** Where a list begins to fill in a form that it has not sent when it ends; -1: nowhere. */
function unsentForm(list: readonly Step[]): number {
  const submits = /^(?:CLICK|PRESS_KEY|OPEN_PAGE|IF_|REPEAT_|ASK_AGAIN_)/;
  const from = list.findLastIndex(({ type }) => submits.test(type)) + 1;
  const fills = /^(?:FILL_INPUT|TYPE_TEXT|SELECT_OPTION|SET_CHECKBOX|UPLOAD_FILE)$/;
  return list.findIndex(({ type }, at) => at >= from && fills.test(type));
}

/** Answers of the kind yes_no are true and false, which compare as the texts of these words. */
const comparedWithNeither: Rule = ({ steps, waits }) => {
  const asked = waits.filter(({ wait }) => wait.kind?.permanent === "yes_no");
  const answers = new Set(asked.map(({ name }) => name));
  return about(steps, ({ step }) => {
    if (step.type !== "IF_VALUE" || !answers.has(step.name.permanent) || !("permanent" in step.equals))
      return undefined;
    const compared = step.equals.permanent;
    if (compared === "true" || compared === "false") return undefined;
    return `${step.name.permanent} is true or false (kind yes_no) and never equals ${JSON.stringify(compared)}: compare it with "true" or "false".`;
  });
};

/** Warnings about a template that can be saved, by step. Pure: the same for the editor, the command line and tests. */
export function lintTemplate(document: TemplateDocument): Problem[] {
  const template = lookAt(document);
  const order = template.steps.map(({ place }) => `steps.${place}`);
  return rules.flatMap((rule) => rule(template)).sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
}

const waitAfterUse: Rule = ({ requirements }) => {
  const waits = [...requirements.waits].map(([name, { path }]) => ({ name, place: stepPathText(path) }));
  return about(waits, ({ name }) => {
    const first = requirements.unwaited.get(name);
    if (!first) return undefined;
    const use = stepPathText(first);
    return (
      waitOnSomeWays(name, requirements) ??
      `It waits for ${name}, which step ${use} uses already: move it before step ${use}, or no task can push ${name} later.`
    );
  });
};

/** A wait of the kind yes_no ends with either answer; only a later step can tell them apart. */
const waitForNothing: Rule = ({ steps, waits, requirements }) => {
  const used = new Set(steps.flatMap(({ step }) => variablesOf(step, requirements.reads)));
  return about(waits, ({ name, wait }) => {
    if (used.has(name)) return undefined;
    return wait.kind?.permanent === "yes_no"
      ? `No IF_VALUE reads ${name}, so the task continues after the answer false too: put the steps that need a yes into an IF_VALUE with the name ${name} that equals "true".`
      : `It waits for ${name}, which no step uses: type it with {"variable":"${name}"} in a later step, or leave it as it is if the value only approves what follows.`;
  });
};

const waitWithoutPrompt: Rule = ({ waits }) =>
  about(waits, ({ name, wait }) =>
    wait.prompt
      ? undefined
      : `Its wait for ${name} has no prompt: add one that says what to enter and where it comes from.`,
  );

const waitedTwice: Rule = ({ waits }) => {
  const first = new Map<string, { place: string; path: StepPath }>();
  return about(waits, ({ name, place, path }) => {
    const before = first.get(name)?.place;
    // In a repetition each run asks anew, and of two branches only one is run.
    if (before === undefined || path.length > 1 || (first.get(name)?.path.length ?? 0) > 1) {
      first.set(name, { place, path });
      return undefined;
    }
    return `It waits for ${name}, whose value step ${before} has already: it passes at once. Take it out, or wait for a variable of another name.`;
  });
};

const longerThanTheTask: Rule = ({ document, steps }) => {
  const limit = document.timeout ?? defaultTimeout.task;
  return about(steps, ({ step }) =>
    timeoutOf(step) > limit
      ? `It may take ${timeoutOf(step)} s, but the task ends after ${limit} s: raise the template's timeout, or lower the step's.`
      : undefined,
  );
};

const secretInTheTemplate: Rule = ({ steps }) =>
  about(steps, ({ step }) => {
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
const unconfirmedEnd: Rule = ({ steps }) => {
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
const answerShownAnywhere: Rule = ({ steps, requirements }) =>
  about(steps, ({ step }) => {
    if (step.type !== "WAIT_FOR_TEXT" || step.selector || !("variable" in step.text)) return undefined;
    const name = step.text.variable;
    if (!requirements.waits.has(name)) return undefined;
    return `It looks for ${name}, which somebody answers, anywhere on the page: an answer of "1" is found in "$12.00". Add a selector, whose element must show the answer and nothing else.`;
  });

const readTwice: Rule = ({ steps }) => {
  const first = new Map<string, string>();
  return about(steps, ({ step, place, path }) => {
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
const variableOfReadText: Rule = ({ steps, requirements: { reads, waits } }) =>
  about(steps, ({ step }) =>
    parametersOf(step).flatMap(([parameter, value]) => {
      if (!("variable" in value) || parameter === "file" || waits.has(value.variable)) return [];
      const hint = readInstead(value.variable, reads);
      return hint ? `Its ${parameter} is a variable that each task must bring. But ${hint}` : [];
    }),
  );

/** A plain text is typed as it stands, with its braces. */
const bracesInPlainText: Rule = ({ steps }) =>
  about(steps, ({ step }) => {
    const joinable = new Set(joinableOf(step));
    return parametersOf(step).flatMap(([name, parameter]) => {
      const plain = joinable.has(name) && "permanent" in parameter ? parameter.permanent : undefined;
      if (typeof plain !== "string" || namesIn(plain).length === 0) return [];
      return `Its ${name} is a plain text, in which {{ and }} stand for themselves: write ${JSON.stringify({ text: plain })} to put in what ${namesIn(plain).join(" and ")} ${namesIn(plain).length === 1 ? "holds" : "hold"}.`;
    });
  });

/** The parameters of a step that can join a text, also those of a list's fields. */
function joinableOf({ type }: Step): string[] {
  const own = parametersOfType(type).flatMap(({ name, forms }) => (forms.includes("text") ? [name] : []));
  return type === "READ_LIST" ? [...own, "selector"] : own;
}

const almostTheSameName: Rule = ({ requirements }) => {
  const first = new Map<string, string>();
  return requirements.names.flatMap((name) => {
    const folded = name.trim().toLowerCase();
    const other = first.get(folded);
    if (other === undefined) {
      first.set(folded, name);
      return [];
    }
    const message = `It has the variables ${other} and ${name}, which are two: use one spelling if one is meant.`;
    return { path: "", message };
  });
};

const rules: readonly Rule[] = [
  waitAfterUse,
  waitForNothing,
  waitWithoutPrompt,
  waitedTwice,
  longerThanTheTask,
  selectorIsPlainText,
  secretInTheTemplate,
  unconfirmedEnd,
  answerShownAnywhere,
  readTwice,
  variableOfReadText,
  bracesInPlainText,
  filledInOnce,
  comparedWithNeither,
  almostTheSameName,
];
