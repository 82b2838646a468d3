import { canGoBack, placedSteps, stepPathText } from "@gatepost/contract/step-paths";
import { isAskAgain, type Step } from "@gatepost/contract/steps";
import { about, all, type Rule, waitsOf } from "./lint-rule.ts";
import { readNames, variablesOf } from "./requirements.ts";

/** A step that asks again goes back to its wait, so what was filled in before that wait is not filled in again. */
export const filledInOnce: Rule = (document) =>
  about(all(document), ({ step, path }) => {
    if (!isAskAgain(step)) return undefined;
    const name = step.name.permanent;
    const wait = waitsOf(document).findLast((one) => one.name === name && canGoBack(path, one.path));
    if (!wait) return undefined;
    const before = listAround(document.steps, wait.path).slice(0, Number(wait.path.at(-1)));
    const [filled] = lastForm(before);
    if (filled === undefined) return undefined;
    const first = stepPathText([...wait.path.slice(0, -1), filled]);
    return `It goes back to the wait of step ${wait.place}, so step ${first}, which fills in the same form, is not run again: if the page shows the form empty then, it is never accepted. Move the wait before step ${first}.`;
  });

/** The code's field stays on the page whichever code of a form was refused. */
export const otherCodeRefused: Rule = (document) => {
  const late = new Set(waitsOf(document).map(({ name }) => name));
  const reads = readNames(document.steps);
  return about(all(document), ({ step, path }) => {
    if (step.type !== "ASK_AGAIN_IF_ELEMENT") return undefined;
    const list = listAround(document.steps, path).slice(0, Number(path.at(-1)));
    const submit = list.findLastIndex(isSubmit);
    const typed = lastForm(list.slice(0, Math.max(submit, 0))).flatMap((at) => variablesOf(list[at] as Step, reads));
    const name = step.name.permanent;
    const others = [...new Set(typed)].filter((one) => one !== name && late.has(one));
    if (others.length === 0 || !typed.includes(name)) return undefined;
    return `The page shows its element too if it was ${others.join(" or ")} that the site refused, and ${name} alone is asked for again, whose value is not accepted twice. Use ASK_AGAIN_IF_TEXT with what the page says of ${name}, if it tells them apart.`;
  });
};

function listAround(steps: readonly Step[], path: readonly PropertyKey[]): readonly Step[] {
  const placed = placedSteps(steps);
  const isSibling = (other: readonly PropertyKey[]) =>
    other.length === path.length && other.slice(0, -1).every((key, at) => key === path[at]);
  return placed.filter((one) => isSibling(one.path)).map(({ step }) => step);
}

function isSubmit({ type }: Step): boolean {
  return /^(?:CLICK|PRESS_KEY|OPEN_PAGE|IF_|REPEAT_|ASK_AGAIN_)/.test(type);
}

/** The indexes of the steps that fill in a form which has not been sent yet when the list ends. */
function lastForm(list: readonly Step[]): number[] {
  const from = list.findLastIndex(isSubmit) + 1;
  const fills = /^(?:FILL_INPUT|TYPE_TEXT|SELECT_OPTION|SET_CHECKBOX|UPLOAD_FILE)$/;
  return list.flatMap(({ type }, at) => (at >= from && fills.test(type) ? [at] : []));
}
