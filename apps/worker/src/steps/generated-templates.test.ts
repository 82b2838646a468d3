import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { placedSteps } from "@gatepost/contract/step-paths";
import { type Step, templateDocument } from "@gatepost/contract/steps";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { size } from "@gatepost/domain/platform/test-size";
import {
  canary,
  generatedStep,
  generatedText,
  hostileTexts,
} from "@gatepost/domain/templates/generated-template-testing";
import { readDocument } from "@gatepost/domain/templates/read-document";
import { requirementsOf } from "@gatepost/domain/templates/requirements";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";
import type { End } from "../testing/test-worker.ts";

/** How often a page asked for what only injected code asks for. */
let calls = 0;
/** The programs that this process has started. */
const started: string[] = [];
const onStart = (message: unknown) => {
  const { process: child } = message as { process: ChildProcess };
  child.once("spawn", () => started.push(basename(child.spawnfile)));
};

/** Whatever the guide's examples look for, and fields for whatever is typed. */
const everything = `<title>All</title><h1 id="account">Welcome, loading. That code is not right</h1>
  <p id="balance">$1</p><table><tr><td>session</td></tr></table>
  <form><input id="login"><input id="code"><select id="country"><option>Portugal</option></select>
  <input id="terms" type="checkbox"><input id="document" type="file"><button type="submit">Send</button></form>
  <script>Object.defineProperty(globalThis, "${canary}", { set() { fetch("/${canary}") } })</script>`;

subscribe("child_process", onStart);
afterAll(() => void unsubscribe("child_process", onStart));
const { site, environment, customer } = await openWorkerPages({
  "/": everything,
  "/login": everything,
  [`/${canary}`]: (_, response) => {
    calls += 1;
    response.end();
  },
  "/injected": `${everything}<script>globalThis["${canary}"] = 1</script>`,
});

const wait: Step = { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } };

function isAccepted(steps: unknown[]): boolean {
  try {
    readDocument({ name: "generated", steps });
    return true;
  } catch (error) {
    if (isDomainError(error)) return false;
    throw error;
  }
}

/** As generated, but on our site and with short times. */
function brief(step: Step): Step {
  const [own] = templateDocument.parse({
    name: "generated",
    steps: [JSON.parse(JSON.stringify(step).replaceAll("https://example.com", site.url("").replace(/\/$/, "")))],
  }).steps as [Step];
  const short = { permanent: 0.5 };
  for (const { step: one } of placedSteps([own])) {
    one.timeout = short;
    if (one.type === "PAUSE") one.seconds = short;
  }
  return own;
}

test("S11: each text that would like to be code is typed, and nothing runs it", async () => {
  await using _ = environment.startWorker();
  const texts = hostileTexts.filter((text) => text.isWellFormed() && !text.includes("\0"));
  const variables = Object.fromEntries(texts.map((text, n) => [`text${n}`, text]));
  const steps = Object.keys(variables).map((variable): Step => {
    return { type: "FILL_INPUT", selector: { permanent: "#login" }, value: { variable } };
  });
  const taskId = await customer.create(site.url("/"), steps, { variables });
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
  expect(calls).toBe(0);
  expect(globalThis).not.toHaveProperty([canary]);
});

/** A template that would be saved, with values for its variables. */
const task = fc.record({
  steps: fc
    .array(generatedStep, { minLength: 1, maxLength: 4 })
    .map((steps) => steps.filter((step) => isAccepted([wait, step])) as Step[])
    .filter((steps) => steps.length > 0),
  values: fc.array(generatedText, { minLength: 5, maxLength: 5 }),
});

const rounds = size(2, 500);
const atOnce = 4;

test(`S11: ${rounds * atOnce} generated templates are run; none runs code, and the worker goes on`, {
  timeout: 60_000 + rounds * 20_000,
}, async () => {
  await using _ = environment.startWorker();
  const ends = new Map<string, number>();
  const count = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1);

  async function run({ steps, values }: { steps: Step[]; values: string[] }): Promise<End | undefined> {
    const all = [wait, ...steps].map(brief);
    const variables = Object.fromEntries(
      requirementsOf(all).names.map((name, index) => [name, values[index % values.length]]),
    );
    const created = customer.create(site.url("/"), all, { variables, timeout: 60 });
    const taskId = await created.catch((error) => {
      if (!isDomainError(error)) throw error;
      expect(error.code).toBe("ERROR_BAD_REQUEST");
    });
    return taskId === undefined ? undefined : customer.end(taskId, { timeout: 60_000, interval: 100 });
  }

  await fc.assert(
    fc.asyncProperty(fc.array(task, { minLength: atOnce, maxLength: atOnce }), async (tasks) => {
      for (const end of await Promise.all(tasks.map(run))) {
        count(end === undefined ? "refused" : end.status === "ready" ? "ready" : end.code);
        if (end?.status !== "failed") continue;
        expect(["ERROR_STEP_FAILED", "ERROR_WEBSITE_NOT_ALLOWED"]).toContain(end.code);
      }
      expect(calls).toBe(0);
      expect(globalThis).not.toHaveProperty([canary]);
    }),
    { numRuns: rounds },
  );
  console.log("generated templates", Object.fromEntries(ends));
  expect(ends.get("refused") ?? 0).toBeLessThan((rounds * atOnce) / 2);

  const files = [process.cwd(), tmpdir(), environment.folder].flatMap((folder) => readdirSync(folder));
  expect(files.filter((name) => name.includes(canary))).toEqual([]);
  // The browser was seen to start, so that anything else would have been.
  expect(new Set(started)).toEqual(new Set([started[0]]));

  const good: Step[] = [{ type: "READ_TEXT", selector: { permanent: "#balance" }, as: { permanent: "balance" } }];
  const end = await customer.end(await customer.create(site.url("/"), good));
  expect(end).toMatchObject({ status: "ready", solution: { texts: { balance: "$1" } } });
  // A page on which such code is run is noticed.
  await customer.end(await customer.create(site.url("/injected"), good));
  await expect.poll(() => calls).toBe(1);
});
