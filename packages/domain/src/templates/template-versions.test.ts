import { expect, test } from "vitest";
import { newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { listTemplateVersions } from "./get-template.ts";
import { checkTemplate, deleteTemplate, saveOwnTemplate } from "./save-template.ts";

const system = await openTestContext();
const ctx = newSession(await newCaller(system));

const steps = [{ type: "TAKE_SCREENSHOT" }];
const save = (name: string, description: string) =>
  saveOwnTemplate({ ctx, input: { template: { name, description, steps } } });

test("the versions of one's own template are listed from the latest, page by page, until it is deleted", async () => {
  for (const description of ["one", "two", "three"]) await save("Mine", description);
  const name = "Mine";
  const first = await listTemplateVersions({ ctx, input: { name, limit: 2 } });
  expect(first.items.map(({ version }) => version)).toEqual([3, 2]);
  const rest = await listTemplateVersions({ ctx, input: { name, limit: 2, after: first.next ?? undefined } });
  expect(rest).toMatchObject({ items: [{ version: 1, keyName: null }], next: null });
  await deleteTemplate({ ctx, input: { name } });
  expect(await listTemplateVersions({ ctx, input: { name } })).toEqual({ items: [], next: null });
});

test("a check returns what saving would: all problems, or the stored form with its warnings and variables", () => {
  const wrong = checkTemplate({
    ctx,
    input: { template: { name: "x", steps: [{ type: "CLIK" }, { type: "CLICK" }] } },
  });
  expect(wrong.problems.map(({ path }) => path)).toEqual(["steps.1.type", "steps.2.selector"]);
  const click = { type: "CLICK", selector: { variable: "button" } };
  expect(checkTemplate({ ctx, input: { template: { name: " x ", steps: [click] } } })).toMatchObject({
    problems: [],
    warnings: [{ path: "steps.1" }],
    variables: [{ name: "button", late: false }],
    template: { name: "x" },
  });
});

test("a check of a recording shows its variables and none of the typed texts", () => {
  const change = { type: "change", value: "canary value", selectors: [["#login"]] };
  const checked = checkTemplate({ ctx, input: { recording: { steps: [change] }, name: "x" } });
  expect(checked.variables).toMatchObject([{ name: "login", late: false, entry: "text" }]);
  expect(JSON.stringify(checked)).not.toContain("canary");
  expect(checkTemplate({ ctx, input: { recording: {}, name: "x" } }).problems[0]?.path).toBe("recording.steps");
});
