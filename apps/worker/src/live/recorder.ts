import type { LiveRecording } from "@gatepost/contract/live";
import { type Noticed, noticed, type RecordedSelector, type RecordedStep } from "@gatepost/contract/recording";
import { chooseSelectors } from "@gatepost/domain/templates/recording/choose-selector";
import { fromLivePage } from "@gatepost/domain/templates/recording/from-recording";
import { readSelector } from "@gatepost/domain/templates/selector";
import type { BrowserContext, Dialog, FileChooser, Frame, Page } from "playwright";
import { framesOf, glance, runInDocuments } from "../browser/frames.ts";
import { redact, type Secrets } from "../privacy/redact.ts";
import { locate } from "../steps/element.ts";
import { noticingScript } from "./recorded-in-page.ts";

const binding = "__gatepostNoticed";
const maxSteps = 300;
/** What a page can say that a person did, in one recording. */
const maxNoticed = 20_000;
/** A page can say many things in a row; the steps of all of them are told once. */
const tellMs = 50;

/** In place of what was typed, which stays in the page: for conversion only tells apart single characters, texts of a field, and files. */
const typed = { character: "0", texts: (n: number) => `text ${n}`, files: (n: number) => `C:\\fakepath\\file ${n}` };

export interface RecordedSession {
  context: BrowserContext;
  /** The window in which the task began. */
  page: Page;
}

interface RecorderOptions {
  session: RecordedSession;
  secrets: Pick<Secrets, "texts" | "typed">;
  /** Whether what is done is a person's, and no step's. */
  isHeard(): boolean;
  /** Called when the steps have changed. */
  changed(): void;
}

/** What a person does on a task's pages, as steps of a template. Kept in memory alone, as long as the task's browser. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #steps: RecordedStep[];
  readonly #targets = new Map<Page, string>();
  /** Of the selectors that were offered in a frame, those that find nothing where steps look first. */
  readonly #own = new WeakMap<readonly RecordedSelector[], RecordedSelector[]>();
  #looking = Promise.resolve();
  #beginning: Promise<void> | undefined;
  #noticed = 0;
  #telling: NodeJS.Timeout | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { page } = options.session;
    this.#targets.set(page, "main");
    this.#steps = [{ type: "navigate", url: page.url() }];
  }

  /** Resolves once nothing that is done is missed. */
  begin(): Promise<void> {
    this.#beginning ??= this.#begin();
    return this.#beginning;
  }

  get recorded(): LiveRecording {
    const ownOf = (offered: RecordedSelector[]) => this.#own.get(offered) ?? offered;
    const steps = this.#steps.map((step): RecordedStep => {
      if (step.type === "drag") return { ...step, selectors: ownOf(step.selectors), onto: ownOf(step.onto) };
      const offered = "selectors" in step ? (step.selectors as RecordedSelector[]) : undefined;
      return offered ? ({ ...step, selectors: ownOf(offered) } as RecordedStep) : step;
    });
    return { type: "recording", ...fromLivePage(steps) };
  }

  async #begin(): Promise<void> {
    const { context } = this.#options.session;
    await context.exposeBinding(binding, ({ frame }, given: unknown) => this.#note(frame, given));
    context.on("page", (opened) => this.#opened(opened));
    context.on("download", () => this.#offered());
    for (const open of context.pages()) this.#follow(open);
    await runInDocuments(context, noticingScript(binding));
  }

  /** A window in which nothing is done is left too, unless it has closed itself. */
  #opened(page: Page): void {
    this.#follow(page);
    const arrival: RecordedStep = { type: "scroll", target: this.#targetOf(page) };
    this.#add(arrival);
    page.on("close", () => {
      if (this.#steps.at(-1) === arrival) this.#steps.pop();
    });
  }

  /** What was clicked last has sent a file, perhaps through a window that it opened. */
  #offered(): void {
    const at = this.#steps.findLastIndex(({ type }) => type !== "scroll");
    const click = this.#steps[at];
    if (click?.type !== "click" || !this.#options.isHeard()) return;
    const { selectors, target } = click;
    this.#steps.splice(at, 1, { type: "download", selectors, target });
    this.#changed();
  }

  /** The person has answered a dialog. No step answers an alert, nor a page that asks whether to leave it. */
  answered(dialog: Dialog, { accept, text }: { accept: boolean; text: string }): void {
    const [page, kind] = [dialog.page(), dialog.type()];
    if (!page || (kind !== "confirm" && kind !== "prompt")) return;
    const isTyped = accept && kind === "prompt" && text !== dialog.defaultValue();
    const asked = this.#isSecret(dialog.message()) ? "answer" : dialog.message().slice(0, 100);
    this.#add({ type: "dialog", target: this.#targetOf(page), accept, ...(isTyped && { asked }) });
  }

  /** The person has chosen files. Of a field that is not on the page, no event is noticed: the last click has asked for them. */
  async chose(chooser: FileChooser): Promise<void> {
    const click = this.#steps.findLast(({ type }) => type !== "scroll");
    const isOnPage = await chooser
      .element()
      .evaluate((field) => field.isConnected)
      .catch(() => true);
    if (isOnPage || click?.type !== "click") return;
    this.#add({ ...click, type: "change", value: typed.files(this.#steps.length) });
  }

  #follow(page: Page): void {
    page.on("framenavigated", (frame) => this.#navigated(page, frame));
  }

  #targetOf(page: Page): string {
    const target = this.#targets.get(page) ?? `window ${this.#targets.size + 1}`;
    this.#targets.set(page, target);
    return target;
  }

  /** Where what was done last has led to. */
  #navigated(page: Page, frame: Frame): void {
    const last = this.#steps.at(-1);
    const isAnswer = last && last.type !== "navigate" && last.target === this.#targets.get(page);
    if (!isAnswer || frame !== page.mainFrame() || !this.#options.isHeard()) return;
    // Another value leads elsewhere. Steps leave out queries and fragments anyway.
    if (this.#isSecret(frame.url().replace(/[?#].*/s, ""))) return;
    last.assertedEvents = [{ type: "navigation", url: frame.url().slice(0, 8_192) }];
    this.#changed();
  }

  #changed(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#options.changed();
    }, tellMs).unref();
  }

  /** The page can call this too, with whatever it likes. */
  #note(frame: Frame, given: unknown): void {
    if (++this.#noticed > maxNoticed) return;
    const { data } = noticed.safeParse(given);
    if (!data) return;
    const selectors = data.selectors.filter((one) => !this.#isSecret(one));
    if (selectors.length === 0) return;
    const onto = data.onto?.filter((one) => !this.#isSecret(one));
    const label = this.#isSecret(data.label) ? "" : data.label;
    const step = this.#stepOf({ ...data, selectors, onto, label }, this.#targetOf(frame.page()));
    this.#add(step);
    if (!frame.parentFrame() || !("selectors" in step)) return;
    // For one step after another, and only those that are kept: each asks all frames.
    this.#looking = this.#looking.then(async () => {
      if (!this.#steps.includes(step)) return;
      for (const offered of [selectors, onto ?? []]) await this.#leaveOutOthers(offered, frame);
    });
  }

  /** A step acts on the page, or in an earlier frame, if its selector finds something there. */
  async #leaveOutOthers(offered: RecordedSelector[], frame: Frame): Promise<void> {
    const frames = framesOf(frame.page());
    const earlier = frames.slice(0, Math.max(0, frames.indexOf(frame)));
    const isShownEarlier = async (one: RecordedSelector) => {
      const [selector = ""] = chooseSelectors([one], undefined, "observed");
      const kind = readSelector(selector);
      if ("problem" in kind) return false;
      const counts = earlier.map((other) => glance(locate(other, kind).filter({ visible: true }).count(), 0));
      return (await Promise.all(counts)).some((count) => count > 0);
    };
    const isOthers = await Promise.all(offered.map(isShownEarlier));
    if (!isOthers.includes(true)) return;
    const own = offered.filter((_, at) => !isOthers[at]);
    this.#own.set(offered, own);
    this.#changed();
  }

  #add(step: RecordedStep): void {
    if (!this.#options.isHeard() || this.#steps.length >= maxSteps) return;
    // Each key that is pressed in a field is noticed.
    const isSame = isOneEntry(this.#steps.at(-1), step);
    this.#steps.splice(isSame ? -1 : this.#steps.length, isSame ? 1 : 0, step);
    this.#changed();
  }

  /** An element may show what was typed, and an address hold it. */
  #isSecret(offered: string | string[]): boolean {
    const { texts, typed } = this.#options.secrets;
    return [offered].flat().some((part) => redact(part, [...texts, ...typed]) !== part);
  }

  #stepOf({ kind, selectors, onto = [], ...noticed }: Noticed, target: string): RecordedStep {
    const { label, holds, isCharacter, emptied, chosen, checked, key = "Enter" } = noticed;
    const on = { selectors, target };
    switch (kind) {
      case "click":
      case "doubleClick":
      case "hover":
        return { type: kind, ...on };
      case "check":
        return { type: "check", ...on, checked };
      case "drag":
        return { type: "drag", ...on, onto };
      case "press":
        return { type: "keyDown", target, key };
      case "choose":
        return { type: "change", ...on, value: "", observed: { label, holds, chosen } };
      case "upload":
        return { type: "change", ...on, value: typed.files(this.#steps.length), observed: { label, holds } };
      case "fill": {
        const value = isCharacter ? typed.character : typed.texts(holds === "text" ? emptied : 0);
        return { type: "change", ...on, value, observed: { label, holds } };
      }
    }
  }
}

function isOneEntry(before: RecordedStep | undefined, step: RecordedStep): boolean {
  if (before?.type !== "change" && before?.type !== "check" && before?.type !== "click") return false;
  const type = before.type === "click" ? "doubleClick" : before.type;
  if (step.type !== type || before.target !== step.target) return false;
  return JSON.stringify(before.selectors) === JSON.stringify((step as typeof before).selectors);
}
