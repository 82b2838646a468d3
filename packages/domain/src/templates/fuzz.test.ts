import { accountLimits } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isDomainError } from "../platform/errors.ts";
import { size } from "../platform/test-size.ts";
import { newCaller, openTestContext } from "../platform/testing.ts";
import { canary, generatedDocument } from "./generated-template-testing.ts";
import { lintTemplate } from "./lint.ts";
import { readDocument } from "./read-document.ts";
import { requirementsOf, variablesProblem } from "./requirements.ts";
import { saveTemplate } from "./save-template.ts";

const none = Number.MAX_SAFE_INTEGER;
const system = await openTestContext({ accountLimits: { ...accountLimits, templates: none, templateVersions: none } });
const owner = await newCaller(system);

const runs = size(200, 10_000);

test(`S11: of ${runs} generated templates each is saved unchanged or refused with its reason`, {
  timeout: 60_000 + runs * 50,
}, async () => {
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(generatedDocument, async (generated) => {
      const from = process.cpuUsage();
      const keep = (given: unknown) =>
        saveTemplate({ ctx: system, input: { accountId: owner.actor.accountId, document: given } });
      try {
        const { templateId, version } = await keep(generated);
        saved += 1;
        const read = readDocument(generated);
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
      const used = process.cpuUsage(from);
      expect((used.user + used.system) / 1_000, "milliseconds of processor").toBeLessThan(5_000);
      expect(globalThis).not.toHaveProperty([canary]);
    }),
    { numRuns: runs },
  );
  console.log(`${runs} generated, ${saved} saved`);
  expect(saved).toBeGreaterThan(runs / 20);
});
