import { expect, test } from "vitest";
import { Results } from "./results.ts";
import { makeRun, type RunParts } from "./run.ts";

function runWith(more: object) {
  const nothing = { session: {}, results: new Results(), reads: new Set(), stored: new Map(), values: new Map() };
  return makeRun({ ...nothing, ...more } as unknown as RunParts);
}

test("an error names neither the value of now nor one that the site refused", () => {
  const secrets = { texts: new Set(["FIRST-1111", "SECOND-2222"]), joined: new Set(), fields: [], typed: new Set() };
  const run = runWith({ secrets, values: new Map([["code", "SECOND-2222"]]), late: ["code"] });
  expect(run.redacted("FIRST-1111 was refused, second-2222 is asked for")).toBe("… was refused, … is asked for");
});

test("S16: of joined texts, so many characters are kept to be covered: those of a repetition differ in each run", () => {
  const secrets = { texts: new Set<string>(), joined: new Set<string>(), fields: [], typed: new Set<string>() };
  const values = new Map<string, unknown>([["long", "x".repeat(60_000)]]);
  const run = runWith({ secrets, values, late: ["n"] });
  for (let n = 0; n < 200; n++) {
    values.set("n", `run ${n}`);
    run.text({ text: "{{long}} {{n}}" });
  }
  expect([secrets.joined.size, secrets.texts.size]).toEqual([69, 69]);
  run.text({ text: "in {{n}}" });
  expect(secrets.joined).toContain("in run 199");
});

test("a name and password go to their own origin alone", async () => {
  const signedIn: string[] = [];
  const session = {
    signIn: async (site: { origin: string; username: string; password: string }) =>
      void signedIn.push(`${site.username}:${site.password} at ${site.origin}`),
  };
  const userInfo = { origin: "https://site.example", username: "ada", password: "p%2Fw" };
  const run = runWith({ session, userInfo });
  const others = ["http://site.example/", "https://site.example:8443/", "https://www.site.example/", "/relative"];
  for (const address of others) expect(await run.signIn(address)).toBe(address);
  expect(signedIn).toEqual([]);
  expect(await run.signIn("https://site.example/next")).toBe("https://site.example/next");
  expect(await run.signIn("https://eve:other@site.example/")).toBe("https://site.example/");
  expect(signedIn).toEqual(["ada:p/w at https://site.example", "eve:other at https://site.example"]);
});

test("a task keeps so much and no more, whatever its steps find", () => {
  const results = new Results();
  const bytes = Buffer.alloc(3 * 2 ** 20);
  const fill = () => {
    for (let n = 0; n < 100; n++) results.addScreenshot(bytes);
  };
  expect(fill).toThrow("what the task has found is more than 48 MiB");
  expect(results.screenshots).toHaveLength(12);
  expect(() => results.addText("text", "x")).toThrow("what the task has found is more than 48 MiB");
});

test.each([
  ["texts", (results: Results, n: number) => results.addText(`text ${n}`, "x".repeat(2 ** 20))],
  ["letters of two bytes", (results: Results, n: number) => results.addText(`text ${n}`, "ж".repeat(2 ** 19))],
  ["lists", (results: Results) => results.addItems("list", new Array(2 ** 16).fill({ a: "12345678" }))],
])("of %s a task keeps less", (_, add) => {
  const results = new Results();
  const fill = () => {
    for (let n = 0; n < 100; n++) add(results, n);
  };
  expect(fill).toThrow("what the task has read is more than 16 MiB");
  // What did not fit does not count: the step may have been optional.
  results.addText("text 0", "short");
  results.addScreenshot(Buffer.alloc(20 * 2 ** 20));
});

test("a text that takes the place of another does not count twice", () => {
  const results = new Results();
  for (let n = 0; n < 100; n++) results.addText("the same", "x".repeat(2 ** 20));
  expect(results.texts.size).toBe(1);
});
