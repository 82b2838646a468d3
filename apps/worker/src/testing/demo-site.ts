import type { Step } from "@gatepost/contract/steps";
import { afterAll, beforeAll, expect } from "vitest";
import { type Site, startSite } from "../../../cli/src/demo-site/server.ts";
import { css } from "./css.ts";
import { openTestBrowser, type Play, playSteps } from "./test-browser.ts";

/** The demo site and a browser for the tests of a file, and how to run steps on it. */
export function demoSite() {
  let site: Site;
  let browser: Awaited<ReturnType<typeof openTestBrowser>>;

  beforeAll(async () => {
    site = await startSite();
    browser = await openTestBrowser(`127.0.0.1:${site.port},localhost:${site.port}`);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const play = (steps: Step[], options?: Play) => playSteps(browser, steps, options);

  async function textsAfter(steps: Step[], options: Play = {}): Promise<Record<string, string>> {
    await using played = await play(steps, options);
    return Object.fromEntries(played.texts);
  }

  /** The error that the caller gets for steps that fail. No value of a variable may be in it. */
  async function errorOf(steps: Step[], options: Play = {}): Promise<string> {
    const error = await textsAfter(steps, options).then(
      () => new Error("nothing failed"),
      (caught: Error) => caught,
    );
    for (const value of Object.values(options.values ?? {})) expect(error.message).not.toContain(value);
    return error.message;
  }

  return {
    url: () => site.url,
    submissions: (path?: string) => site.submissions(path),
    open: (path: string): Step => ({ type: "OPEN_PAGE", url: { permanent: `${site.url}${path}` } }),
    play,
    textsAfter,
    errorOf,
  };
}

export const click = (selector: string): Step => ({ type: "CLICK", ...css(selector) });
export const readText = (selector: string, as = "text"): Step => ({
  type: "READ_TEXT",
  ...css(selector),
  as: { permanent: as },
});
/** For steps that fail, and for those that may take part of it on a busy machine. */
export const soon = { timeout: { permanent: 4 } };
