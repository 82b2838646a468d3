import type { StepOf } from "@gatepost/contract/steps";
import type { Locator } from "playwright";
import { Failure } from "../browser/failure.ts";
import { pageFunction } from "../browser/page-functions.ts";
import { takePicture } from "../privacy/picture.ts";
import { condensedSecrets, isSecret, redact } from "../privacy/redact.ts";
import { visibleElement } from "./element.ts";
import { maxTextCharacters } from "./results.ts";
import type { Run, StepKinds } from "./run.ts";

/** Stores the element's current HTML, without secrets. */
async function takeHtmlSnapshot(step: StepOf<"TAKE_HTML_SNAPSHOT_BY_SELECTOR">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  const html = await snapshot(run, element, run.named(step.selector));
  run.results.addHtml(html);
}

/**
 * The current HTML of an element, with empty password fields and with late values replaced in every form in which the
 * page writes them: plainly, escaped, in another case, or spread over several elements or fields.
 */
async function snapshot(run: Run, element: Locator, named: string): Promise<string> {
  const secrets = [...run.secrets.texts, ...run.secrets.typed].filter(isSecret);
  const asked = { secrets: condensedSecrets(secrets), max: maxTextCharacters };
  const html = await askHtml(element, asked, run.timeLeft());
  if (html === null) throw new Failure(`the HTML of ${named} is longer than what a task keeps`);
  const forms = secrets.flatMap((text) => [text, escapeText(text), escapeText(text).replaceAll('"', "&quot;")]);
  return redact(html, forms);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Runs inside the page, on a copy of the element. `secrets` are as condense returns them. */
function outerHtml({ secrets, max }: { secrets: string[]; max: number }, node: Element): string | null {
  const copy = node.cloneNode(true) as Element;
  /** Stands for the template of a shadow root, in whose content nothing would be found below. */
  const shadowTag = "gatepost-shadow-root";
  const elementsIn = (root: ParentNode) => Array.from(root.querySelectorAll("*"));
  const copies = [copy, ...elementsIn(copy)];
  const copied: [Element, Element | undefined][] = [node, ...elementsIn(node)].map((one, n) => [one, copies[n]]);
  for (const [{ shadowRoot }, own] of copied) {
    if (!shadowRoot) continue;
    const shadow = document.createElement(shadowTag);
    shadow.append(...Array.from(shadowRoot.childNodes, (child) => child.cloneNode(true)));
    const inner = elementsIn(shadow);
    copied.push(...elementsIn(shadowRoot).map((one, n): [Element, Element | undefined] => [one, inner[n]]));
    own?.prepend(shadow);
  }
  const fields = [copy, ...copy.querySelectorAll("input[type=password]")];
  for (const field of fields) if (field.matches("input[type=password]")) field.removeAttribute("value");

  /** Replaces secrets in consecutive characters, whichever elements these belong to. */
  function cover<Position>(
    positions: Position[],
    characterAt: (position: Position) => string,
    coverAt: (position: Position) => void,
  ): void {
    const seen = positions.filter((position) => !/[\s\p{Cc}\p{Cf}]/u.test(characterAt(position)));
    const shown = seen.map((position) => characterAt(position).toLowerCase().slice(0, 1).replace("ς", "σ")).join("");
    for (const secret of secrets) {
      for (let at = shown.indexOf(secret); at >= 0; at = shown.indexOf(secret, at + 1))
        seen.slice(at, at + secret.length).forEach(coverAt);
    }
  }

  const texts: { text: Text; offset: number }[] = [];
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null)
    for (let offset = 0; offset < text.data.length; offset++) texts.push({ text, offset });
  cover(
    texts,
    ({ text, offset }) => text.data[offset] as string,
    ({ text, offset }) => text.replaceData(offset, 1, "•"),
  );

  // One code may have a field for each of its digits.
  const inputs = [copy, ...copy.querySelectorAll("input[value]")].filter((field) => field.matches("input[value]"));
  const values = inputs.map((field) => (field.getAttribute("value") ?? "").split(""));
  cover(
    values.flatMap((value) => value.map((_, offset) => ({ value, offset }))),
    ({ value, offset }) => value[offset] as string,
    ({ value, offset }) => {
      value[offset] = "•";
    },
  );
  inputs.forEach((field, n) => {
    field.setAttribute("value", (values[n] as string[]).join(""));
  });
  const html = copy.outerHTML
    .replaceAll(`<${shadowTag}>`, '<template shadowrootmode="open">')
    .replaceAll(`</${shadowTag}>`, "</template>");
  return html.length > max ? null : html;
}

/** Apart from the scripts of the page, which would be told the secrets of other sites. */
const askHtml = await pageFunction("gatepost-html", outerHtml);

/** If a page never finishes loading, the picture shows its current state. */
const loadMs = 5_000;

/** Stores a picture of the element, or of the window; the selector `html` gives the whole page. */
async function takeScreenshot(step: StepOf<"TAKE_SCREENSHOT">, run: Run): Promise<void> {
  const take = async () => {
    const target = step.selector ? await visibleElement(run, step.selector) : run.page;
    await run.page.waitForLoadState("load", { timeout: Math.min(loadMs, run.timeLeft() / 2) }).catch(() => {});
    return takePicture(run, target);
  };
  const { page } = run;
  // A pop-up may close itself some time after the step that sends its form.
  const picture = await take().catch(async (error) => {
    if (!(await run.windows.continuesElsewhere(page, error))) throw error;
    return take();
  });
  run.results.addScreenshot(picture);
  run.keepPicture(picture);
}

export const snapshotSteps = {
  TAKE_SCREENSHOT: { run: takeScreenshot, submits: "never", shows: false },
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: { run: takeHtmlSnapshot, submits: "never", shows: false },
} satisfies StepKinds;
