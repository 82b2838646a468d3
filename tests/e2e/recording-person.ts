import type { Browser, Locator, Page } from "@playwright/test";
import type { Account } from "../factories.ts";
import { expect, type TestInstallation } from "./flow.ts";
import { LivePerson } from "./live-person.ts";
import { enter } from "./portal.ts";

/** The window of a task's browser. */
const viewport = { width: 1280, height: 720 };

/** As live pages show such fields. */
const covered = "input[type=password] { color: #000 !important; background: #000 !important }";

/** A job that is recorded by doing it on the live page by mouse and keyboard, saved, and run with other values. */
export interface RecordedJob {
  record(person: RecordingPerson): Promise<void>;
  /** What is entered to run it, by the labels of the fields. */
  values?: Record<string, string>;
  /** What the task asks for, in this order. */
  asked?: [name: string, answer: string][];
}

interface Recorded {
  browser: Browser;
  installation: Pick<TestInstallation, "url" | "operator">;
  account: Pick<Account, "accountId">;
  title: string;
  url: string;
  job: RecordedJob;
}

/** Resolves when the task has succeeded. */
export async function recordAndRun({ browser, installation, account, title, url, job }: Recorded) {
  const [context, besides] = [
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    await browser.newContext({ viewport }),
  ];
  const [page, beside] = [await context.newPage(), await besides.newPage()];
  await enter(page, installation, account.accountId);
  const live = await startRecording(page, installation, url);
  await beside.goto(url);
  await job.record(new RecordingPerson(live, beside));
  await page.getByLabel("Name", { exact: true }).fill(title);
  await page.getByRole("button", { name: "Save as template" }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await besides.close();

  await page.getByRole("link", { name: "Run", exact: true }).click();
  await page.getByLabel("Website URL").fill(url);
  for (const [label, value] of Object.entries(job.values ?? {}))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: /^Run/ }).click();
  await expect(page).toHaveURL(/\/tasks\/\d+$/);
  for (const [name, answer] of job.asked ?? []) {
    await expect(page.getByText(`Enter the ${name.replaceAll("_", " ")}.`).first()).toBeVisible();
    await page.getByLabel("Answer", { exact: true }).filter({ visible: true }).fill(answer);
    await page.getByRole("button", { name: "Send answer" }).click();
  }
  await expect(page.getByText("Succeeded").first()).toBeVisible();
  await context.close();
}

/** Does on the live page what is done beside it on the same page, which shows where things are. */
class RecordingPerson {
  readonly #live: LivePerson;
  readonly #beside: Page;

  constructor(live: LivePerson, beside: Page) {
    this.#live = live;
    this.#beside = beside;
  }

  /** Resolves when it is a step. */
  async click(selector: string): Promise<void> {
    await this.#becomes("CLICK", () => this.#press(selector));
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.#becomes("FILL_INPUT", async () => {
      await this.#press(selector);
      await this.type(text);
    });
  }

  async #becomes(type: string, act: () => Promise<void>): Promise<void> {
    const steps = recordedSteps(this.#live.page).filter({ hasText: type });
    const before = await steps.count();
    await act();
    await expect(steps).toHaveCount(before + 1);
  }

  async #press(selector: string): Promise<void> {
    const element = this.#beside.locator(selector);
    await this.#untilShown();
    await this.#live.clickOn(element);
    await element.click();
  }

  async type(text: string): Promise<void> {
    await this.#live.page.keyboard.type(text);
    await this.#beside.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.#live.page.keyboard.press(key);
    await this.#beside.keyboard.press(key);
  }

  /** Resolves when the live page shows what is beside it, as a person waits until they see what they click on. */
  async #untilShown(): Promise<void> {
    const { canvas } = this.#live;
    const differing = async () => {
      // A page on its way to another one cannot be pictured.
      const picture = await this.#beside.screenshot({ style: covered }).catch(() => undefined);
      if (!picture) return 1;
      return canvas.evaluate(async (live: HTMLCanvasElement, base64) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        const beside = await createImageBitmap(new Blob([bytes]));
        if (live.width !== beside.width || live.height !== beside.height) return 1;
        // As areas, because two browsers draw letters a little differently.
        const [width, height] = [64, 36];
        const [a, b] = [live, beside].map((one) => {
          const drawn = new OffscreenCanvas(width, height).getContext("2d") as OffscreenCanvasRenderingContext2D;
          drawn.imageSmoothingQuality = "high";
          drawn.drawImage(one, 0, 0, width, height);
          return drawn.getImageData(0, 0, width, height).data;
        });
        const areas = Array.from({ length: width * height }, (_, n) =>
          Math.abs(Number(a?.[n * 4]) - Number(b?.[n * 4])),
        );
        return areas.filter((by) => by > 32).length / areas.length;
      }, picture.toString("base64"));
    };
    await expect.poll(differing, { timeout: 45_000 }).toBeLessThan(0.005);
  }
}

/** Begins a recording at that address, by the portal's page, and returns the live page. */
export async function startRecording(
  page: Page,
  installation: Pick<TestInstallation, "url">,
  url: string,
): Promise<LivePerson> {
  await page.goto(`${installation.url}/dashboard/templates`);
  await page.getByRole("link", { name: "Record", exact: true }).click();
  await page.getByLabel("Website URL").fill(url);
  await page.getByRole("button", { name: "Start recording" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Recording: what you do" })).toBeVisible();
  const live = new LivePerson(page);
  await live.untilSeen();
  await expect(live.canvas).toHaveAttribute("width", String(viewport.width));
  return live;
}

export const recordedSteps = (page: Page): Locator =>
  page.getByRole("list", { name: "Steps", exact: true }).locator(":scope > li button[data-step]");
