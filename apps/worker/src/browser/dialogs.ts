import type { BrowserContext, Dialog } from "playwright";
import type { Observed } from "./observed.ts";

/** How the next dialog of a page is answered. */
interface DialogAnswer {
  accept: boolean;
  /** What is entered into a prompt; undefined: what is there already. */
  text: string | undefined;
}

/**
 * The dialogs that a task's pages open: alerts, confirm boxes and prompts. They hold their page up, so each is answered at
 * once; one for which there is no answer is dismissed, as the page asked for no answer that anybody gave.
 */
export class Dialogs {
  readonly #answers: DialogAnswer[] = [];
  readonly #observed: Pick<Observed, "note">;

  constructor(context: BrowserContext, observed: Pick<Observed, "note">) {
    this.#observed = observed;
    context.on("dialog", (dialog) => {
      this.#answer(dialog).catch(() => {});
    });
  }

  /** Has the next dialog answered so. */
  prepare(answer: DialogAnswer): void {
    this.#answers.push(answer);
  }

  async #answer(dialog: Dialog): Promise<void> {
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
