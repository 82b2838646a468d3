import { isSelectorName, namesIn, type Parameter } from "@gatepost/contract/parameter";
import { parametersOfType } from "@gatepost/contract/step-parameters";
import { canGoBack, nestedIn, placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import { isAskAgain, keepsText, parametersOf, type Step, type TemplateDocument } from "@gatepost/contract/steps";
import { orderOf, sharedKeys } from "./requirements.ts";

/** Something that is allowed and probably not intended. */
export interface Warning {
  /** Its path, such as 3.then.2; empty: the template as a whole. */
  step: string;
  /** What is unusual, and what to do about it. */
  message: string;
}

export type Rule = (document: TemplateDocument) => Warning[];

/** All steps, nested ones included, each with its place as authors count. */
export function all({ steps }: TemplateDocument): { step: Step; place: string; path: StepPath }[] {
  return placedSteps(steps).map(({ step, path }) => ({ step, path, place: stepPathText(path) }));
}

/** The warnings about steps, one after another: each with what `messagesOf` says of it, if anything. */
export function about<Placed extends { place: string }>(
  steps: readonly Placed[],
  messagesOf: (step: Placed) => string | readonly string[] | undefined,
): Warning[] {
  return steps.flatMap((one) => [messagesOf(one) ?? []].flat().map((message) => ({ step: one.place, message })));
}

export function waitsOf(document: TemplateDocument) {
  return all(document).flatMap(({ step, place, path }) =>
    step.type === "WAIT_FOR_VARIABLE_VALUE" ? [{ wait: step, place, path, name: step.name.permanent }] : [],
  );
}

/** `Sign in` is valid CSS for an element <in> within an element <sign>, and there is none. */
export const selectorIsPlainText: Rule = (document) =>
  about(all(document), ({ step }) =>
    selectorsOf(step)
      .filter(isPlainText)
      .map(
        (selector) =>
          `Its selector ${selector} is read as CSS and finds no element: write text=${selector} for what shows this text, or label=${selector} for the field with this label.`,
      ),
  );

/** The selectors that the template fixes, as it writes them. */
export function selectorsOf(step: Step): string[] {
  return parametersOf(step).flatMap(([name, parameter]) => {
    return isSelectorName(step.type, name) && "permanent" in parameter ? [String(parameter.permanent).trim()] : [];
  });
}

/** Words alone, of which one is no element's name. A name with a hyphen can be one that the page defines. */
function isPlainText(selector: string): boolean {
  const words = selector.split(/[\s,]+/);
  return words.every((word) => /^[\p{L}\d]+$/u.test(word)) && !words.every((word) => names.has(word.toLowerCase()));
}

/** A pattern must match the whole address, from its beginning. */
export const patternFitsNoAddress: Rule = (document) =>
  about(all(document), ({ step }) => {
    const pattern = patternOf(step);
    if (!pattern || canBeginAnAddress(pattern)) return undefined;
    const text = String("text" in pattern ? pattern.text : "permanent" in pattern ? pattern.permanent : "");
    return `Its pattern ${text} fits no address, because it must match the whole address: write *${text}, in which * stands for any characters, or begin with https://.`;
  });

function patternOf(step: Step): Parameter | undefined {
  if (step.type === "WAIT_FOR_URL" || step.type === "IF_URL") return step.pattern;
  const isWord =
    step.type === "SWITCH_WINDOW" && "permanent" in step.to && /^(?:first|newest)$/.test(String(step.to.permanent));
  return step.type === "SWITCH_WINDOW" && !isWord ? step.to : undefined;
}

function canBeginAnAddress(pattern: Parameter): boolean {
  if ("variable" in pattern) return true;
  const [beginning = "", ...rest] =
    "text" in pattern ? pattern.text.split(/\*|\{\{/) : String(pattern.permanent).split("*");
  if (/^(?:https?:\/\/|about:|blob:|data:)/.test(beginning)) return true;
  return rest.length > 0 && ["http://", "https://"].some((start) => start.startsWith(beginning));
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

/** A text that READ_TEXT has not read yet fails the step that uses it. */
export const usedBeforeRead: Rule = (document) => {
  const steps = all(document);
  const reads = new Map<string, StepPath[]>();
  for (const { step, path } of steps)
    if (keepsText(step)) reads.set(step.as.permanent, [...(reads.get(step.as.permanent) ?? []), path]);
  const asksAgain = steps.some(({ step }) => isAskAgain(step));
  return about(steps, ({ step, path }) =>
    textsUsedBy(step).flatMap((name) => {
      const paths = reads.get(name) ?? [];
      const [first] = paths;
      if (!first || paths.some((read) => mayHaveRead(read, { step, path, asksAgain }))) return [];
      return `No step before it reads the text ${name}, so it always fails: put the READ_TEXT of step ${stepPathText(first)} before it.`;
    }),
  );
};

/** A plain text is typed as it stands, with its braces. */
export const bracesInPlainText: Rule = (document) =>
  about(all(document), ({ step }) => {
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

/** A step that asks again goes back to its wait, so what was filled in before that wait is not filled in again. */
export const filledInOnce: Rule = (document) => {
  const waits = waitsOf(document);
  return about(all(document), ({ step, path }) => {
    if (!isAskAgain(step)) return undefined;
    const name = step.name.permanent;
    const wait = waits.findLast((one) => one.name === name && canGoBack(path, one.path));
    if (!wait) return undefined;
    const before = listAround(document.steps, wait.path).slice(0, Number(wait.path.at(-1)));
    const filled = unsentForm(before);
    if (filled < 0) return undefined;
    const first = stepPathText([...wait.path.slice(0, -1), filled]);
    return `It goes back to the wait of step ${wait.place}, so step ${first}, which fills in the same form, is not run again: if the page shows the form empty then, it is never accepted. Move the wait before step ${first}.`;
  });
};

/** The list that has the step of that place. */
function listAround(steps: readonly Step[], [index, name, ...inner]: StepPath): readonly Step[] {
  if (name === undefined) return steps;
  const nested = nestedIn(steps[Number(index)] as Step).find((one) => one.name === name);
  return listAround(nested?.steps ?? [], inner);
}

/** Where a list begins to fill in a form that it has not sent when it ends; -1: nowhere. */
function unsentForm(list: readonly Step[]): number {
  const submits = /^(?:CLICK|PRESS_KEY|OPEN_PAGE|IF_|REPEAT_|ASK_AGAIN_)/;
  const from = list.findLastIndex(({ type }) => submits.test(type)) + 1;
  const fills = /^(?:FILL_INPUT|TYPE_TEXT|SELECT_OPTION|SET_CHECKBOX|UPLOAD_FILE)$/;
  return list.findIndex(({ type }, at) => at >= from && fills.test(type));
}
