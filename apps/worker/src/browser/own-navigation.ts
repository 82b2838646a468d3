import type { Frame, Page, Request } from "playwright";
import { within } from "../runtime/abort.ts";

const responseMs = 1_000;
const arrivalMs = 500;

/** A navigation that a step begins, beside those that the page before it may begin. */
export class OwnNavigation {
  readonly #page: Page;
  readonly #address: string;
  #own: Request | undefined;
  #last: Request | undefined;
  #isOvertaken: boolean | undefined;

  constructor(page: Page, address: string) {
    this.#page = page;
    this.#address = address;
    page.on("request", this.#onRequest).on("framenavigated", this.#onArrival);
  }

  /** Whether the page before has begun another navigation, which replaces the new page. */
  get isOvertaken(): boolean {
    return this.#isOvertaken ?? false;
  }

  /** Whether the site answered that there is no page at the address, so that the browser stays where it is. */
  async hasNoContent(): Promise<boolean> {
    const late = () => new Error("late");
    const response = await within(this.#own?.response() ?? Promise.resolve(null), responseMs, late).catch(() => null);
    return response?.status() === 204 || response?.status() === 205;
  }

  /** Resolves when the navigation that took its place has arrived, or after a while: one that is slow can be replaced. */
  async otherArrives(): Promise<void> {
    if (this.#isOvertaken !== undefined) return;
    const predicate = (frame: Frame) => frame === this.#page.mainFrame();
    await this.#page.waitForEvent("framenavigated", { predicate, timeout: arrivalMs }).catch(() => {});
  }

  stop(): void {
    this.#page.off("request", this.#onRequest).off("framenavigated", this.#onArrival);
  }

  readonly #onRequest = (request: Request) => {
    if (!request.isNavigationRequest() || request.redirectedFrom() || request.frame() !== this.#page.mainFrame())
      return;
    this.#last = request;
    if (isSameDocument(request.url(), this.#address)) this.#own ??= request;
  };

  /** What is requested later is requested by the new page. */
  readonly #onArrival = (frame: Frame) => {
    if (frame === this.#page.mainFrame() && this.#own) this.#isOvertaken ??= this.#last !== this.#own;
  };
}

/** `address`: with a name and a password or without. */
function isSameDocument(requested: string, address: string): boolean {
  const bare = (text: string) => Object.assign(new URL(text), { hash: "", username: "", password: "" }).href;
  return bare(requested) === bare(address);
}
