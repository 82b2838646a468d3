import type { LiveInput } from "@gatepost/contract/live-input";
import { within } from "@gatepost/domain/platform/signal";
import type { CDPSession } from "playwright";

/** What a page that does not answer may have before it; a busy person sends some twenty a second. */
const maxWaiting = 200;

/** How long a page may take to handle a person's last input. */
const handledMs = 2_000;

/** Keys whose text is not the name of the key. */
const texts: Record<string, string> = { Enter: "\r" };
/** Bits of `modifiers`. */
const [alt, control, meta, shift] = [1, 2, 4, 8] as const;
/** Codes of the keys with which Chromium pastes. */
const [keyV, keyInsert] = [86, 45] as const;

/** Passes what a person does on to a page. Keeps nothing of it. */
export class PageInput {
  readonly #cdp: CDPSession;
  readonly #waiting = new Set<Promise<unknown>>();

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  send(input: LiveInput): void {
    if (this.#waiting.size >= maxWaiting || pastes(input)) return;
    // It rejects where the window is gone, or the page has opened a dialog.
    const sending = this.#dispatch(input)?.catch(() => {});
    if (!sending) return;
    this.#waiting.add(sending);
    void sending.finally(() => this.#waiting.delete(sending));
  }

  /** Resolves when the page has handled what was sent until now, or answers no more. */
  async settled(): Promise<void> {
    await within(Promise.all(this.#waiting), handledMs).catch(() => {});
  }

  #dispatch(input: LiveInput): Promise<unknown> | undefined {
    switch (input.type) {
      case "mouse": {
        const types = { pressed: "mousePressed", released: "mouseReleased", moved: "mouseMoved" } as const;
        const { kind, x, y, button, buttons, count, modifiers } = input;
        const event = { type: types[kind], x, y, button, buttons, clickCount: count, modifiers };
        return this.#cdp.send("Input.dispatchMouseEvent", event);
      }
      case "wheel": {
        const { x, y, deltaX, deltaY, modifiers } = input;
        return this.#cdp.send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX, deltaY, modifiers });
      }
      case "key":
        return this.#dispatchKey(input);
      case "text":
        return this.#cdp.send("Input.insertText", { text: input.text });
      default:
        return undefined;
    }
  }

  #dispatchKey({ kind, key, code, keyCode, location, isRepeated, modifiers }: LiveInput & { type: "key" }) {
    const isShortcut = (modifiers & (alt | control | meta)) !== 0;
    const text = isShortcut ? undefined : key.length === 1 ? key : texts[key];
    return this.#cdp.send("Input.dispatchKeyEvent", {
      type: kind === "up" ? "keyUp" : text === undefined ? "rawKeyDown" : "keyDown",
      key,
      code,
      modifiers,
      location,
      windowsVirtualKeyCode: keyCode,
      autoRepeat: isRepeated,
      ...(kind === "down" && text !== undefined && { text, unmodifiedText: text }),
      ...(kind === "down" && { commands: commandsOf(key, modifiers) }),
    });
  }
}

/**
 * Whether Chromium would paste what a browser's clipboard or selection holds, which all of its tasks share: it may be another
 * one's. What a person pastes comes as text.
 */
function pastes(input: LiveInput): boolean {
  if (input.type === "mouse") return input.button === "middle";
  if (input.type !== "key") return false;
  const { keyCode, modifiers } = input;
  return (
    (keyCode === keyV && (modifiers & (control | meta)) !== 0) || (keyCode === keyInsert && (modifiers & shift) !== 0)
  );
}

/** What a browser's window would do by itself. */
function commandsOf(key: string, modifiers: number): string[] {
  if ((modifiers & (control | meta)) === 0) return [];
  const commands: Record<string, string> = { a: "selectAll", z: "undo", y: "redo" };
  const command = commands[key.toLowerCase()];
  return command ? [command] : [];
}
