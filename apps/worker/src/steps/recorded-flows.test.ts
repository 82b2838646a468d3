import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoSitePort } from "@gatepost/contract/first-task";
import { readDocument } from "@gatepost/domain/templates/read-document";
import { fromRecording } from "@gatepost/domain/templates/recording/from-recording";
import { expect, test } from "vitest";
import { openDemoSite, readText } from "../testing/test-pages.ts";

/**
 * User flows that the Recorder of Chromium's own DevTools recorded on the demo site, and exported as JSON. Each becomes a
 * template, which is run with other values than those that were typed, where the site takes others.
 */
const folder = join(
  import.meta.dirname,
  "../../../../packages/domain/src/templates/recording/test-recordings/demo-site",
);

const { site, open, play } = await openDemoSite();

interface Flow {
  start: string;
  values: Record<string, string>;
  /** An element of the last page, and what it shows. */
  shows: [selector: string, text: string];
  received: [path: string, fields: Record<string, string>][];
  /** What the conversion has to say. */
  warnings?: RegExp[];
}

const flows: Record<string, Flow> = {
  "sign-in": {
    start: "/login",
    values: { login: "ada", password: "lovelace", code: "111111", code_2: "349001" },
    shows: ["h1", "Welcome, Ada"],
    received: [
      ["/login", { login: "ada", password: "lovelace" }],
      ["/2fa", { code: "111111" }],
      ["/2fa", { code: "349001" }],
    ],
  },
  "order-by-xpath": {
    start: "/order",
    values: { country: "pt" },
    shows: ["h1", "Your order is confirmed"],
    received: [
      ["/order", { country: "pt", delivery: "courier", terms: "yes", news: "yes" }],
      ["/confirm", {}],
    ],
  },
  "card-in-frame": {
    start: "/jobs/card-frame",
    values: { number: "5555 5555 5555 4444", expiry: "12/31", cvc: "999" },
    shows: ['#paid:has-text("4444")', "Paid with the card that ends in 4444"],
    received: [["/jobs/card-frame/card", { number: "5555 5555 5555 4444", expiry: "12/31", cvc: "999" }]],
  },
  "chat-in-shadow-roots": {
    start: "/jobs/chat-widget",
    values: { message: "Is anybody there?" },
    shows: ["#reply:not(:empty)", "Thank you. Your case is 4711."],
    received: [["/jobs/chat-widget", { message: "Is anybody there?" }]],
  },
  "newsletter-by-text": {
    start: "/jobs/cookie-banner?banner=yes",
    warnings: [/The address's query was left out/],
    values: { email: "grace@example.com" },
    shows: ["h1", "You are subscribed"],
    received: [["/jobs/cookie-banner", { email: "grace@example.com" }]],
  },
  "claim-in-two-tabs": {
    start: "/jobs/second-tab",
    values: { reference: "GP-2207-18" },
    shows: ["h1", "Your claim is open"],
    received: [["/jobs/second-tab", { reference: "GP-2207-18" }]],
  },
  "sign-in-by-test-attribute": {
    start: "/jobs/two-page-sign-in",
    values: { login: "ada", password: "lovelace" },
    shows: ["h1", "Welcome, Ada"],
    received: [
      ["/jobs/two-page-sign-in", { login: "ada" }],
      ["/jobs/two-page-sign-in/password", { login: "ada", password: "lovelace" }],
    ],
  },
  "orders-page-by-page": {
    start: "/orders",
    values: {},
    shows: ["#text", "Window"],
    received: [],
    warnings: [/A click with the secondary button was left out/],
  },
  "texts-and-keys": {
    start: "/echo",
    values: { value: "Second", long: "Some lines\nand another" },
    shows: ["#received-long", JSON.stringify("Some lines\r\nand another")],
    received: [["/echo", { value: "Second", long: "Some lines\r\nand another" }]],
  },
  "order-by-keyboard": {
    start: "/order",
    values: { country: "no" },
    shows: ["h1", "Your order is confirmed"],
    received: [
      ["/order", { country: "no", delivery: "courier", terms: "yes" }],
      ["/confirm", {}],
    ],
  },
  "document-handed-in": {
    start: "/upload",
    values: { document: JSON.stringify({ name: "cv.txt", type: "text/plain", base64: "QWRh" }) },
    shows: ["#received-name", "cv.txt"],
    received: [["/upload", { name: "cv.txt", size: "3", sha256: createHash("sha256").update("Ada").digest("hex") }]],
  },
  "code-in-six-boxes": {
    start: "/code-boxes",
    values: { digit: "349001" },
    shows: ["h1", "Welcome, Ada"],
    received: [["/live-code", { code: "349001" }]],
  },
};

test("each recorded flow is run here", () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(flows)
      .map((name) => `${name}.json`)
      .sort(),
  );
});

test.each(Object.entries(flows))(
  "%s",
  async (name, { start, values, shows: [selector, text], received, warnings: said = [] }) => {
    const port = new URL(site.url).port;
    const recorded = readFileSync(join(folder, `${name}.json`), "utf8");
    const recording = JSON.parse(recorded.replaceAll(`:${demoSitePort}/`, `:${port}/`));
    const { document, warnings } = fromRecording({ name, recording, late: [] });
    expect(warnings.map(({ message }) => message)).toEqual(said.map((one) => expect.stringMatching(one)));
    expect(JSON.stringify(document)).not.toMatch(/lovelace|349001|4242|lost|ada@|"jp"|First|Another LINE|LICENSE/);
    const before = site.submissions().length;
    await using played = await play([open(start), ...readDocument(document).steps, readText(selector)], { values });
    expect(played.texts.get("text")).toBe(text);
    expect(
      site
        .submissions()
        .slice(before)
        .map(({ path, fields }) => [path, fields]),
    ).toEqual(received);
  },
);
