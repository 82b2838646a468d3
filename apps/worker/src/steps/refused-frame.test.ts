import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, expect, test } from "vitest";
import { openTestSite } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";

const refused = await openTestSite({ "/": '<input id="card">' });
const { open, errorOf } = await openPages({
  "/plain": `<iframe src="${refused.url()}"></iframe>`,
  "/encrypted": `<iframe src="https://${refused.host}/"></iframe>`,
  "/redirected": '<iframe src="/to-refused"></iframe>',
  "/to-refused": (_, response) => void response.writeHead(302, { location: refused.url() }).end(),
  "/own": '<iframe src="/inner"></iframe>',
  "/inner": "<p>Inner</p>",
});

afterAll(() => refused.close());

const failure = (path: string, step: WrittenStep) => errorOf([open(path), { ...step, timeout: 1.5 } as WrittenStep]);

const sentence = () => `the frame of ${refused.host} was not loaded: the address is on a network that Gatepost blocks`;

test.concurrent.each(["/plain", "/encrypted", "/redirected"])(
  "a step that finds nothing names the host of a frame that was refused (%s)",
  async (path) => {
    expect(await failure(path, { type: "CLICK", selector: "#card" })).toBe(
      `looked for "#card" in the page and its frame; no element matched it; ${sentence()}`,
    );
    expect(await failure(path, { type: "WAIT_FOR_TEXT", text: "Card" })).toBe(
      `the page and its frame did not show the text "Card"; ${sentence()}`,
    );
  },
);

test.concurrent("a frame that was loaded is not mentioned", async () => {
  expect(await failure("/own", { type: "CLICK", selector: "#card" })).toBe(
    'looked for "#card" in the page and its frame; no element matched it',
  );
});
