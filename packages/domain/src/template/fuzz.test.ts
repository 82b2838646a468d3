import { stepGuide } from "@gatepost/contract/step-guide";
import { type Step, stepTypes } from "@gatepost/contract/steps";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDomainError } from "../errors.ts";
import type { KeyContext } from "../permission.ts";
import { size } from "../test-size.ts";
import { newCaller, openTestGround, type TestGround } from "../testing.ts";
import { lintTemplate } from "./lint.ts";
import { requirementsOf, variablesProblem } from "./requirements.ts";
import { readDocument, saveTemplate } from "./save-template.ts";

let system: TestGround;
let owner: KeyContext;

beforeAll(async () => {
  system = await openTestGround();
  owner = await newCaller(system);
});
afterAll(() => system?.close());

const runs = size(500, 10_000);

/** What somebody would try who wants code to run, a regular expression to hang, or a prototype to change. */
const nasty = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "$" + "{globalThis.canary = 1}",
  "{{constructor.constructor('globalThis.canary=1')()}}",
  "'); globalThis.canary = 1; ('",
  "javascript:globalThis.canary=1",
  "<img src=x onerror=alert(1)>",
  "xpath=//*",
  "a >> internal:control=enter-frame",
  "_react=x[fn = (() => { globalThis.canary = 1 })()]",
  "(a+)+$",
  "(a)\\1",
  "(?<=a)b",
  "[",
  "\u0000",
  "\ud800",
  "$1; drop table template; --",
  "../../etc/passwd",
  "\u202e",
  "a".repeat(5_000),
);
const text = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom("code", "#code", ""));
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const parameter = fc.oneof(
  { weight: 12, arbitrary: fc.record({ permanent: text }) },
  { weight: 12, arbitrary: fc.record({ variable: text }) },
  { weight: 2, arbitrary: fc.record({ permanent: scalar }) },
  { weight: 1, arbitrary: fc.record({ permanent: text, variable: text }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** A step of the guide with some of its parameters replaced, or anything at all. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...stepTypes).map((type) => stepGuide[type].example as object) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...stepTypes).chain((type) => {
      const { example } = stepGuide[type];
      const names = [...Object.keys(example).filter((name) => name !== "type"), "timeout", "pattern"];
      return fc
        .dictionary(fc.constantFrom(...names), parameter, { maxKeys: 2 })
        .map((changed) => ({ ...example, ...changed }) as object);
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const document = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        name: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, text),
        steps: fc.array(step, { maxLength: 6 }),
        description: text,
        timeout: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(60) }, scalar),
      },
      { requiredKeys: ["name", "steps"] },
    ) as fc.Arbitrary<unknown>,
  },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);

test(`S11: of ${runs} drawn templates each is saved as it is or refused with its reason, and none runs anything`, {
  timeout: 60_000 + runs * 50,
}, async () => {
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(document, async (drawn) => {
      const began = performance.now();
      const keep = (given: unknown) =>
        saveTemplate({ ctx: system, input: { accountId: owner.actor.accountId, document: given } });
      try {
        const { templateId, version } = await keep(drawn);
        saved += 1;
        const read = readDocument(drawn);
        const rows = await system.db.prisma.templateVersion.findFirstOrThrow({
          where: { templateId, number: version },
          select: { document: true },
        });
        expect(rows.document).toEqual(JSON.parse(JSON.stringify(read)));
        expect(Array.isArray(lintTemplate(read))).toBe(true);
        variablesProblem(requirementsOf(read.steps as Step[]), {});
      } catch (error) {
        if (!isDomainError(error)) throw error;
        expect(error.code).toBe("ERROR_BAD_REQUEST");
        expect(error.message.length).toBeGreaterThan(5);
      }
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(globalThis).not.toHaveProperty("canary");
      expect(({} as Record<string, unknown>).canary).toBeUndefined();
    }),
    { numRuns: runs },
  );
  console.log(`${runs} drawn, ${saved} saved`);
  expect(saved).toBeGreaterThan(runs / 20);
});
