import type { Parameter } from "@gatepost/contract/parameter";
import type { Step } from "@gatepost/contract/steps";
import type { FailureContext } from "@gatepost/domain/platform/errors";
import { within } from "@gatepost/domain/platform/signal";
import { readSelector, type SelectorKind } from "@gatepost/domain/templates/selector";
import { maxReadCharacters } from "../browser/failure.ts";
import { framesOf } from "../browser/frames.ts";
import { coverOf } from "../browser/playwright-reason.ts";
import { oneLine } from "../privacy/redact.ts";
import { locate } from "./element.ts";
import { askCover, askNearest, type Near, type Seen, type Sought, wordsOf } from "./nearest-in-page.ts";
import type { Run } from "./run.ts";

const most = 5;
const longestText = 200;
/** Characters of a selector that are compared with what elements are called: the last ones, which say what it is about. */
const longestSelector = 1_024;
const lookMs = 1_500;
/** Words of a text or a name. */
const mostWords = 10;

/**
 * What was on the page when a step did not find its element, or found it covered. `matches`: the visible elements that its
 * selectors matched. Texts and selectors are without values; a selector that holds one is left out.
 */
export async function contextOfFailure(step: Step, run: Run, { error, matches }: { error: unknown; matches: number }) {
  const sought = selectorsOf(step);
  const isCovered = coverOf(error) !== undefined;
  if (sought.length === 0 || (matches > 0 && !isCovered)) return { candidates: [] };
  const until = performance.now() + lookMs;
  const looking = isCovered ? coverFound(sought, run, until) : candidatesFound(step, sought, run, until);
  return within(looking, lookMs).catch(() => ({ candidates: [] }));
}

function selectorsOf(step: Step): Parameter[] {
  if (step.type === "DRAG") return [step.from, step.to].flat();
  return "selector" in step && step.selector ? [step.selector].flat() : [];
}

async function candidatesFound(step: Step, selectors: Parameter[], run: Run, until: number): Promise<FailureContext> {
  const found: Near[] = [];
  const frames = framesOf(run.page);
  for (const kind of selectors.flatMap((selector) => kindOf(selector, run) ?? [])) {
    const sought = soughtBy(step.type, kind);
    const asked = frames.map((frame) => askNearest(frame, sought, { max: maxReadCharacters, timeout: lookMs }));
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === "fulfilled") found.push(...answer.value);
  }
  const candidates: FailureContext["candidates"] = [];
  for (const { why, ...seen } of found.sort((a, b) => b.score - a.score)) {
    if (candidates.length === most || performance.now() > until) break;
    const safe = withoutValues(seen, run);
    if (!safe || candidates.some(({ selector }) => selector === safe.selector)) continue;
    // Of the whole page with its frames, as a step looks.
    const counts = await Promise.all(frames.map((frame) => locate(frame, { css: safe.selector }).count()));
    if (counts.reduce((sum, count) => sum + count, 0) === 1) candidates.push({ ...safe, why });
  }
  return { candidates };
}

async function coverFound(selectors: Parameter[], run: Run, until: number): Promise<FailureContext> {
  for (const kind of selectors.flatMap((selector) => kindOf(selector, run) ?? [])) {
    for (const frame of framesOf(run.page)) {
      if (performance.now() > until) return { candidates: [] };
      const element = locate(frame, kind).filter({ visible: true }).first();
      if ((await element.count()) === 0) continue;
      const cover = await askCover(element, { max: maxReadCharacters, timeout: lookMs });
      const safe = cover && withoutValues(cover, run);
      if (!safe) continue;
      const buttons = cover.buttons.filter((one) => one !== "" && run.redacted(one) === one);
      return { candidates: [], coveredBy: { ...safe, buttons } };
    }
  }
  return { candidates: [] };
}

function withoutValues({ selector, text }: Seen, run: Run): Seen | undefined {
  if (selector === "" || run.redacted(selector) !== selector) return undefined;
  return { selector, text: oneLine(run.redacted(text), longestText) };
}

function kindOf(selector: Parameter, run: Run): SelectorKind | undefined {
  const kind = readSelector(run.text(selector));
  return "problem" in kind ? undefined : kind;
}

const fillsIn: ReadonlySet<Step["type"]> = new Set(["FILL_INPUT", "TYPE_TEXT", "SELECT_OPTION"]);
const clicks: ReadonlySet<Step["type"]> = new Set(["CLICK", "DOWNLOAD_FILE", "HOVER"]);

function kindOfElement(type: Step["type"], role: string): Sought["kind"] {
  if (type === "SET_CHECKBOX") return "box";
  if (type === "UPLOAD_FILE") return "file";
  if (fillsIn.has(type) || role === "textbox") return "field";
  return clicks.has(type) ? "control" : "any";
}

/** A selector as words to compare with what elements are called. */
export function soughtBy(type: Step["type"], kind: SelectorKind): Sought {
  const role = "role" in kind ? kind.role : "";
  const sought = { kind: kindOfElement(type, role), role };
  if ("text" in kind || "label" in kind || "role" in kind) {
    const text = "text" in kind ? kind.text : "label" in kind ? kind.label : (kind.name ?? "");
    return { ...sought, byText: true, tag: "", exact: text.toLowerCase(), words: wordsOf(text).slice(0, mostWords) };
  }
  const path = ("css" in kind ? kind.css : kind.xpath).slice(-longestSelector);
  // What the last part of the path says of the element itself; if that is only its place, what the whole path says.
  const last = /(?:[^\s>+~/[(]|\[[^\]]*\]|\([^)]*\))+$/.exec(path)?.[0] ?? path;
  const [named = "", ...more] = namesIn(last).length > 0 ? namesIn(last) : namesIn(path);
  const tag = /^[a-z][a-z0-9-]*/i.exec(last)?.[0].toLowerCase() ?? "";
  return {
    ...sought,
    byText: false,
    tag,
    exact: more.length === 0 ? named.toLowerCase() : "",
    words: [named, ...more].flatMap((name) => wordsOf(name).slice(0, mostWords)),
  };
}

/** Ids, classes, the values of attributes, and texts in quotes. */
function namesIn(path: string): string[] {
  const quoted = [...path.matchAll(/"([^"]+)"|'([^']+)'|=\s*([\w-]+)\s*[ i\]]/g)].map(
    (one) => one[1] ?? one[2] ?? one[3] ?? "",
  );
  const names = [...path.replace(/"[^"]*"|'[^']*'/g, "").matchAll(/[#.]([\p{L}_][\p{L}\p{N}_-]*)/gu)].map(
    (one) => one[1] ?? "",
  );
  return [...names, ...quoted].filter((one) => one !== "");
}
