import { limits } from "@gatepost/contract/limits";
import type { Solution } from "@gatepost/contract/solution";
import { processorMs } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { coverSolution, oneLine, redact, TypedTexts, withoutSecrets } from "./redact.ts";

test.each([
  ["https://user:pass@shop.example/pay/1?card=4111#done", "https://shop.example/pay/1"],
  ["https://shop.example", "https://shop.example/"],
  ["http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a"],
  ["https://shop.example/u/…/pay?card=…", "https://shop.example/u/…/pay"],
  ["about:blank", "about:blank"],
  ["data:text/html,secret", "data:"],
  ["blob:https://shop.example/secret", "blob:"],
  ["chrome-error://chromewebdata/", "the browser's error page"],
  ["", "an unknown page"],
])("of the address %j an error tells %j", (address, place) => {
  expect(withoutSecrets(address)).toBe(place);
});

test.each([
  ["Code 123456 refused", ["123456"], "Code … refused"],
  ["Hello BOB.SMITH", ["bob.smith"], "Hello …"],
  ["https://a.example/u/bob%40mail.example", ["bob@mail.example"], "https://a.example/u/…"],
  ["/q/a%20b%20c", ["a b c"], "/q/…"],
  ["Code 123 refused", ["123"], "Code 123 refused"],
  ['{"pin":987654} and 987654', [{ pin: 987654 }], "… and …"],
  ["secret-long and secret", ["secret", "secret-long"], "… and …"],
  ["(a+b)* stays a pattern", ["(a+b)*"], "… stays a pattern"],
  ["nothing", [null, "", true, []], "nothing"],
  ["\ud800 half a character", ["\ud800abc"], "\ud800 half a character"],
  ["your code 123 456 is wrong", ["123456"], "your code … is wrong"],
  ["at 12 High St Paris", ["12 High St\nParis"], "at …"],
  ["code 12\u200b34\u00ad56", ["123456"], "code …"],
  ["1 2 3 and 123", ["1 2 3"], "… and 123"],
  ["ΟΔΟΣ 4 and İstanbul", ["οδός", "Οδος 4", "İSTANBUL"], "… and …"],
  ["ababab", ["abab"], "…"],
  ['[aria-label="Remove ada\\@mail\\.example"]', ["ada@mail.example"], '[aria-label="Remove …"]'],
  ["#\\34 2-monkeys", ["42-Monkeys"], "#\\3…"],
  ['{"said":"12 High St\\nParis"}', ["12 High St\nParis"], '{"said":"…"}'],
  ["?q=pass+word%3D1&n=2", ["pass word=1"], "?q=…&n=2"],
  ['{"said":"a \\"b\\" c\\\\d"}', ['a "b" c\\d'], '{"said":"…"}'],
  ["on https://shop.example/login/TOKEN", ["https://shop.example/login/TOKEN?utm=1"], "on https://…"],
  ["on http://shop.example/login/TOKEN", ["https://shop.example:443/login/TOKEN/"], "on http://…"],
  ["on https://shop.example/l%C3%B6g/T", ["https://shop.example/lög/T#a"], "on https://…"],
  ["on https://shop.example/help", ["https://shop.example/?utm=1"], "on https://shop.example/help"],
  ["a link https:// that is none", ["https://"], "a link … that is none"],
])("%j without the values %j is %j", (text, values, redacted) => {
  expect(redact(text, values)).toBe(redacted);
});

test("a value as long as values may be is taken out of a page made to hold it almost everywhere", () => {
  const half = "a".repeat(limits.variableBytes / 2 - 1);
  const value = `${half}b${half}`;
  const page = "a".repeat(4 * 1024 * 1024);
  expect(redact(page, [value])).toBe(page);
  expect(redact(`${page}b${page}`, [value])).toHaveLength(2 * (page.length - half.length) + 1);
});

test("the content of a large file costs nothing, and its name is taken out", () => {
  const file = { name: "scan of Ada.pdf", type: "application/pdf", base64: "A".repeat(3 * 1024 * 1024) };
  expect(redact("uploaded scan of Ada.pdf", [file])).toBe("uploaded …");
});

test("S16: links with long runs of slashes take time proportional to their length", () => {
  const link = `https://shop.example/${"/".repeat(limits.variableBytes - 100)}x`;
  // What looked at every slash again for each one took twenty seconds.
  const taken = processorMs(() => expect(redact("nothing", Array(12).fill(link))).toBe("nothing"));
  expect(taken).toBeLessThan(5_000);
});

test("S16: a long text of a page is not searched for the thousands of values that a task's variables may hold", () => {
  const variable = Array.from({ length: 15_000 }, (_, n) => `v${n.toString(36).padStart(6, "0")}`);
  const taken = processorMs(() => {
    expect(redact("v000001 in a title", [variable])).toBe("… in a title");
    expect(redact("a title", [variable.flatMap((text) => Array.from({ length: 10 }, (_, n) => text + n))])).toBe("…");
    expect(redact("lorem ipsum ".repeat(10_000), [variable])).toHaveLength(1);
  });
  // A worker that searches for longer than 15 s loses all of its tasks.
  expect(taken).toBeLessThan(2_000);
});

test("a description is one line without control characters, and of limited length", () => {
  expect(oneLine('a\n{"forged":1}\u0000\u202e b')).toBe('a {"forged":1} b');
  expect(oneLine("x".repeat(1_000), 10)).toBe("xxxxxxxxx…");
  expect(oneLine("x \ud83d")).toBe("x \ufffd");
});

const emptySolution: Solution = {
  url: "",
  domain: "",
  cookies: {},
  localStorage: {},
  screenshots: [],
  HTMLsInBase64: [],
  texts: {},
  data: {},
  files: {},
  cookieJar: [],
  fingerprint: {},
  requestHeaders: {},
};
const password = "correct horse";
const cookie = (name: string, value: string): Solution["cookieJar"][number] => ({
  name,
  value,
  domain: "bank.example",
  path: "/",
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: "Lax",
});

test("a stored secret that a site echoes is covered in every part of the solution but the content of files", () => {
  const solution: Solution = {
    ...emptySolution,
    url: "https://bank.example/?p=correct%20horse",
    domain: "correct horse.bank.example",
    cookies: { session: "5f2d", remember: "user=ada&p=correct%20horse" },
    cookieJar: [cookie("session", "5f2d"), cookie("remember", "Correct Horse")],
    localStorage: { draft: "typed: correct horse", "correct horse": "yes" },
    files: { report: { name: "correct horse.txt", type: "text/plain", size: 13, base64: btoa(password) } },
    fingerprint: { "self.navigator.userAgent": password, "self.navigator.languages": ["en", password] },
    requestHeaders: { referer: "https://bank.example/correct%20horse" },
  };
  expect(coverSolution(solution, [password])).toEqual({
    ...solution,
    url: "https://bank.example/?p=…",
    domain: "….bank.example",
    cookies: { session: "5f2d", remember: "user=ada&p=…" },
    cookieJar: [cookie("session", "5f2d"), cookie("remember", "…")],
    localStorage: { draft: "typed: …", "…": "yes" },
    files: { report: { ...solution.files.report, name: "….txt" } },
    fingerprint: { "self.navigator.userAgent": "…", "self.navigator.languages": ["en", "…"] },
    requestHeaders: { referer: "https://bank.example/…" },
  });
});

test("a short secret is covered in a cookie only where it is the whole value, because it may be there by chance", () => {
  const cookies = { session: "a91234f0", pin: "1234" };
  expect(coverSolution({ ...emptySolution, cookies }, ["1234"]).cookies).toEqual({ session: "a91234f0", pin: "…" });
});

test("without stored secrets the solution stays as it is", () => {
  expect(coverSolution(emptySolution, [])).toBe(emptySolution);
});

function type(texts: TypedTexts, text: string, selector: string): void {
  for (let length = 4; length <= text.length; length++) texts.add(text.slice(0, length), selector);
}

test("what is typed is covered in place of its beginnings, and what was covered before still is", () => {
  const covered = new Set(["stored", "late"]);
  const texts = new TypedTexts(covered);
  type(texts, "hunter2", "#old");
  type(texts, "hunter2!", "#new");
  type(texts, "stored too", "#new");
  expect([...covered]).toEqual(["stored", "late", "hunter2", "hunter2!", "stored too"]);
});

test("a page that says that more and more was typed has the latest of it kept, and removes nothing else", () => {
  const covered = new Set(["stored"]);
  const texts = new TypedTexts(covered);
  for (let n = 0; n < 10_000; n++) texts.add(`text ${n}`, "#field");
  expect(covered.size).toBe(201);
  expect(covered.has("stored")).toBe(true);
  expect(covered.has("text 9999")).toBe(true);
});
