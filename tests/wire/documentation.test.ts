import { errorCodes, errors } from "@gatepost/contract/errors";
import { callLimits, operatorLimits } from "@gatepost/contract/limit-sentences";
import { methodNames } from "@gatepost/contract/methods";
import { modes } from "@gatepost/contract/modes";
import { beforeAll, expect, test } from "vitest";
import { openWire } from "./wire.ts";

/** What a reader of /docs/reference learns without any other document. */

const { url } = openWire();
const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
let words: string;

beforeAll(async () => {
  const page = await (await fetch(`${url}/docs/reference`)).text();
  words = page
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&\S+?;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ");
});

test("/docs/reference has each method, and says which need no key", () => {
  for (const name of methodNames) expect(words).toContain(`/${name} · `);
  expect(words).toMatch(/\/getQueueStats · needs no key/);
});

test("/docs/reference says what every error means", () => {
  for (const code of errorCodes) {
    const { id, description } = errors[code];
    expect(words).toContain(`${id} ${code} ${description}`);
  }
});

test("/docs/reference says what each mode counts and in which unit", () => {
  const [, modesPart = ""] = words.split("The kind of statistics.");
  for (const mode of modes) {
    const [, rule = ""] = modesPart.split(`* ${mode}: `);
    expect(rule.split("* ")[0], mode).toMatch(/ counts? | is the commission .*Unit: [\w ]+/);
    expect(rule.split("* ")[0], mode).toMatch(/Unit: \w+/);
  }
});

test("/docs/reference has every limit as it is", () => {
  for (const sentence of [...callLimits, ...operatorLimits]) expect(words).toContain(sentence);
});
