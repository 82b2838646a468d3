import { Socket } from "node:net";
import type { WrittenStep } from "@gatepost/contract/steps";
import { afterEach, expect, test, vi } from "vitest";
import { playSteps } from "../testing/test-browser.ts";
import { openDemoSite, openPages, readText, see } from "../testing/test-pages.ts";

/** The short form of P7: what a step costs beside its page is mostly a matter of how often it calls the browser. */
const { open, browser } = await openDemoSite();
const framed = await openPages(
  {
    "/": () => `<p>page</p><iframe src="http://localhost:${framed.site.port}/frame"></iframe>`,
    "/frame": "<p>frame</p>",
  },
  { asLocalhost: true },
);

afterEach(() => vi.restoreAllMocks());

/** How many calls the steps make about elements of their page, and how long they take. */
async function callsOf(steps: WrittenStep[]): Promise<{ calls: number; ms: number }> {
  const write = vi.spyOn(Socket.prototype, "write");
  const began = performance.now();
  await using _ = await playSteps(browser, [open("/login"), ...steps]);
  const sent = write.mock.calls.map(([message]) => String(message));
  write.mockRestore();
  const isCall = (message: string) => /^\{"id":\d+,"method":"Runtime\.(?:callFunctionOn|releaseObject)"/.test(message);
  return { calls: sent.filter(isCall).length, ms: performance.now() - began };
}

const login = { selector: "#login" };

test.each<[step: WrittenStep, most: number]>([
  [{ type: "WAIT_FOR_ELEMENT", ...login }, 1],
  [{ type: "WAIT_FOR_TEXT", text: "Password" }, 1],
  [readText("label"), 2],
  [{ type: "FILL_INPUT", ...login, value: "ada" }, 3],
])("P7: %j calls the browser as often as it must", async (step, most) => {
  const times = 8;
  const [one, many] = [await callsOf([step]), await callsOf(Array(1 + times).fill(step))];
  // What a busy machine does not answer in 240 ms is asked again.
  const again = Math.floor(many.ms / 240);
  expect((many.calls - one.calls - again) / times).toBeLessThanOrEqual(most);
  expect(many.calls).toBeGreaterThan(times);
});

test("P7: what is sent with each document is ASCII", async () => {
  const write = vi.spyOn(Socket.prototype, "write");
  await using _ = await playSteps(browser, [open("/login"), { type: "WAIT_FOR_ELEMENT", ...login }]);
  const sent = write.mock.calls.map(([message]) => String(message));
  const engines = sent.filter((message) => message.includes("gatepost-secrets") && message.includes("InjectedScript"));
  expect(engines).not.toEqual([]);
  for (const message of engines) expect(message.match(/\P{ASCII}/gu)).toBeNull();
});

test("a frame of another site needs no DevTools session beside the one that it has", async () => {
  const write = vi.spyOn(Socket.prototype, "write");
  await using _ = await framed.play([framed.open("/"), see("frame")]);
  const sent = write.mock.calls.map(([message]) => String(message));
  // The task's own session of its page.
  expect(sent.filter((message) => message.includes('"method":"Target.attachToTarget"'))).toHaveLength(1);
});
