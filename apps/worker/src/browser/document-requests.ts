import type { Page, Request } from "playwright";

/** By which request each page's document was loaded. */
export class DocumentRequests {
  /** The last navigation of each page that was asked for, whatever becomes of it. */
  readonly #asked = new WeakMap<Page, Request>();
  readonly #loaded = new WeakMap<Page, Request>();
  /** The last navigation of a window that is not known yet. */
  #early: Request | undefined;

  note(request: Request): void {
    if (!request.isNavigationRequest()) return;
    try {
      const frame = request.frame();
      if (frame.parentFrame() === null) this.#asked.set(frame.page(), request);
    } catch {
      // The first request of a window that is not known yet has no frame.
      this.#early = request;
    }
  }

  /** The page is at an address: by its last navigation, unless that went elsewhere or nowhere, or it moved within its document. */
  arrived(page: Page): void {
    const request = this.#asked.get(page) ?? this.#early;
    if (!request || withoutFragment(request.url()) !== withoutFragment(page.url())) return;
    this.#loaded.set(page, request);
    if (request === this.#early) this.#early = undefined;
  }

  /** The last navigation that was asked for. */
  askedBy(page: Page): Request | undefined {
    return this.#asked.get(page);
  }

  /** Every address of a window's first navigation: where it is, and where it came from. */
  addressesOf(page: Page): string[] {
    const addresses = [page.url()];
    for (let request = this.#asked.get(page) ?? this.#early ?? null; request; request = request.redirectedFrom())
      addresses.push(request.url());
    return addresses;
  }

  of(page: Page): Request | undefined {
    return this.#loaded.get(page);
  }
}

function withoutFragment(address: string): string {
  return address.split("#", 1)[0] as string;
}
