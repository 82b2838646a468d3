import type { Frame, Page, Request } from "playwright";

/** The request by which each page's document was loaded. */
export class DocumentRequests {
  /** The last navigation that each page requested, whatever its outcome. */
  readonly asked = new WeakMap<Page, Request>();
  readonly loaded = new WeakMap<Page, Request>();
  /** The last navigation of a window that is not known yet. */
  #early: Request | undefined;

  note(request: Request): void {
    if (!request.isNavigationRequest()) return;
    const frame = frameOf(request);
    if (!frame) this.#early = request;
    else if (frame.parentFrame() === null) this.asked.set(frame.page(), request);
  }

  /**
   * The page is at an address because of its last navigation, unless that led elsewhere or failed, or the page moved
   * within its document. Returns the request of a document that is new.
   */
  arrived(page: Page): Request | undefined {
    const request = this.asked.get(page) ?? this.#early;
    if (!request || withoutFragment(request.url()) !== withoutFragment(page.url())) return undefined;
    const isNew = this.loaded.get(page) !== request;
    this.loaded.set(page, request);
    if (request === this.#early) this.#early = undefined;
    return isNew ? request : undefined;
  }

  /** Every address of a window's first navigation: the current one, and those that redirected to it. */
  addressesOf(page: Page): string[] {
    const addresses = [page.url()];
    for (let request = this.asked.get(page) ?? this.#early ?? null; request; request = request.redirectedFrom())
      addresses.push(request.url());
    return addresses;
  }
}

/** Undefined for the first request of a window that is not known yet. */
export function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** Credentials for the site or for our own proxy. */
const secret = new Set(["authorization", "cookie", "proxy-authorization"]);

/** The headers that a browser actually sent, by lower-case name, without credentials and HTTP/2's own fields. */
export async function readRequestHeaders(request: Request): Promise<Record<string, string>> {
  const headers = Object.entries(await request.allHeaders());
  return Object.fromEntries(headers.filter(([name]) => !name.startsWith(":") && !secret.has(name)));
}

function withoutFragment(address: string): string {
  return address.split("#", 1)[0] as string;
}
