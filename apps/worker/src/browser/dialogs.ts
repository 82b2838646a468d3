import type { BrowserContext, Dialog, Request } from "playwright";
import type { Observed } from "./observed.ts";

/** How the next dialog of a page is answered. */
interface DialogAnswer {
  accept: boolean;
  /** What is entered into a prompt; undefined: what is there already. */
  text: string | undefined;
}

/** Answers that no dialog has used, and the step that gave the last one. */
export interface SavedDialogs {
  answers: readonly DialogAnswer[];
  step: number;
}

/**
 * The dialogs that a task's pages open: alerts, confirm boxes and prompts. They hold their page up, so each is answered at
 * once; one for which there is no answer is dismissed, as the page asked for no answer that anybody gave.
 */
export class Dialogs {
  #answers: DialogAnswer[] = [];
  /** The number of the step that gave the last answer, and the document that the task was on. */
  #given: { step: number; document: Request | undefined } = { step: 0, document: undefined };
  readonly #observed: Pick<Observed, "note" | "step">;
  /** Takes dialogs while a person has the page, and answers them. */
  person: ((dialog: Dialog) => void) | undefined;

  constructor(context: BrowserContext, observed: Pick<Observed, "note" | "step">, saved?: SavedDialogs) {
    this.#observed = observed;
    if (saved) {
      this.#answers = [...saved.answers];
      this.#given.step = saved.step;
    }
    context.on("dialog", (dialog) => {
      this.#answer(dialog).catch(() => {});
    });
  }

  /**
   * Has the next dialog answered so, or the one after it where the step before gave an answer too. Earlier answers that no
   * dialog used are dropped.
   */
  prepare(answer: DialogAnswer, document: Request | undefined): void {
    const { step } = this.#observed;
    if (step !== this.#given.step + 1) this.#answers = [];
    this.#answers.push(answer);
    this.#given = { step, document };
  }

  save(): SavedDialogs {
    return { answers: this.#answers, step: this.#given.step - this.#observed.step };
  }

  /** A step is about to act on a document. Answers that were given on another one were not for what the step does. */
  stepActsOn(document: Request | undefined): void {
    if (document !== this.#given.document) this.#answers = [];
  }

  async #answer(dialog: Dialog): Promise<void> {
    if (this.person) return this.person(dialog);
    // The task leaves the page because a step says so.
    if (dialog.type() === "beforeunload") return dialog.accept();
    const answer = this.#answers.shift();
    if (!answer)
      this.#observed.note("dialog", `${names[dialog.type()] ?? "dialog"} "${dialog.message()}"`, dialog.page());
    if (answer?.accept) await dialog.accept(answer.text ?? dialog.defaultValue());
    else await dialog.dismiss();
  }
}

const names: Record<string, string> = { alert: "alert", confirm: "confirm box", prompt: "prompt" };
