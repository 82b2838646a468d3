import { isSelectorName, type Parameter } from "@gatepost/contract/parameter";
import { parametersOf, type Step } from "@gatepost/contract/steps";
import { isElementName } from "./element-names.ts";
import { all, type Rule } from "./lint-rule.ts";

/** `Sign in` is valid CSS for an element <in> within an element <sign>, and there is none. */
export const selectorIsPlainText: Rule = (document) =>
  all(document).flatMap(({ step, place }) =>
    selectorsOf(step).flatMap((selector) => {
      if (!isPlainText(selector)) return [];
      return {
        step: place,
        message: `Its selector ${selector} is read as CSS and finds no element: write text=${selector} for what shows this text, or label=${selector} for the field with this label.`,
      };
    }),
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
  return words.every((word) => /^[\p{L}\d]+$/u.test(word)) && !words.every(isElementName);
}

/** A pattern must match the whole address, from its beginning. */
export const patternFitsNoAddress: Rule = (document) =>
  all(document).flatMap(({ step, place }) => {
    const pattern = patternOf(step);
    if (!pattern || canBeginAnAddress(pattern)) return [];
    const text = String("text" in pattern ? pattern.text : "permanent" in pattern ? pattern.permanent : "");
    return {
      step: place,
      message: `Its pattern ${text} fits no address, because it must match the whole address: write *${text}, in which * stands for any characters, or begin with https://.`,
    };
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
