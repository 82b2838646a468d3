import type { Browser, BrowserContext, Frame, Locator, Page } from "@playwright/test";
import { expect } from "./flow.ts";

/** The window of a task's browser. */
const size = { width: 1280, height: 720 };

interface Place {
  x: number;
  y: number;
}

/** Where things are on a page of the demo site, as a person sees them on the picture of it. */
export async function placesOn<Places>(
  browser: Browser,
  url: string,
  find: (page: Page) => Promise<Places>,
): Promise<Places> {
  const page = await planOf(await browser.newContext(), url);
  const places = await find(page);
  await page.context().close();
  return places;
}

/** The same page in a window of that size, which shows where things are on it. */
export async function planOf(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.goto(url);
  return page;
}

/** The middle of an element, once it is shown: what a frame tells its page is seen a moment later. */
export async function middleOf(element: Locator): Promise<Place> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A person on a live page, which is in a page of the portal or in a frame of another one. */
export class LivePerson {
  readonly page: Page;
  readonly live: Locator;
  readonly canvas: Locator;

  constructor(page: Page, within: Pick<Page | Frame, "getByRole"> = page) {
    this.page = page;
    this.live = within.getByRole("application", { name: "Live page" });
    this.canvas = this.live.locator("canvas");
  }

  untilSeen(): Promise<void> {
    return expect(this.canvas).toHaveAttribute("data-frames", /[1-9]/);
  }

  /** Where that place of the task's window is on the person's screen. */
  async placeOf({ x, y }: Place): Promise<Place> {
    const box = await this.canvas.boundingBox();
    if (!box) throw new Error("The live page is not shown.");
    return { x: box.x + (x * box.width) / size.width, y: box.y + (y * box.height) / size.height };
  }

  /** Clicks where the element is in a window of the same size that shows the same page. */
  async clickOn(element: Locator): Promise<void> {
    await this.click(await middleOf(element));
  }

  async click(at: Place): Promise<void> {
    const { x, y } = await this.placeOf(at);
    await this.page.mouse.click(x, y);
  }

  async tap(at: Place): Promise<void> {
    const { x, y } = await this.placeOf(at);
    await this.page.touchscreen.tap(x, y);
  }

  /** Does something that the page answers with another picture. */
  async untilPicture(act: () => Promise<void>): Promise<void> {
    const count = async () => Number(await this.canvas.getAttribute("data-frames"));
    const before = await count();
    await act();
    await expect.poll(count).toBeGreaterThan(before);
  }

  /** Whether the picture is red there, as far as a compressed one can say. */
  async isRedAt({ x, y }: Place): Promise<boolean> {
    const [red = 0, green = 0, blue = 0] = await this.canvas.evaluate(
      (canvas: HTMLCanvasElement, at) => [...(canvas.getContext("2d")?.getImageData(at.x, at.y, 1, 1).data ?? [])],
      { x, y },
    );
    return red > 140 && green < 90 && blue < 90;
  }
}
