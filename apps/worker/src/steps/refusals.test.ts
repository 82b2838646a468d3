import type { AskAgainStep, WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { fill, openDemoSite, press } from "../testing/test-pages.ts";

const { open, play } = await openDemoSite();

/** Plays a task that gets two wrong codes and the right one. Returns the steps that asked again. */
async function askedBy(before: WrittenStep[], field: string, judges: WrittenStep[]): Promise<AskAgainStep[]> {
  const values: Record<string, unknown> = {};
  const codes = ["000001", "000002", rightCode];
  const asked: AskAgainStep[] = [];
  const rounds = judges.flatMap((judge): WrittenStep[] => [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" },
    { type: "FILL_INPUT", selector: field, value: { variable: "code" } },
    press("Enter"),
    judge,
  ]);
  await using _ = await play([...before, ...rounds, { type: "WAIT_FOR_TEXT", text: "Welcome" }], {
    values,
    late: ["code"],
    awaitValue: async () => {
      values.code = codes.shift();
    },
    askAgain: (step) => asked.push(step),
  });
  return asked;
}

const live = (way: string) => [open(`/live-code?ms=300&way=${way}`)];
const signIn = [open("/login"), fill("#login", "ada"), fill("#password", "lovelace"), press("Enter")];
const ifText = (timeout: number): WrittenStep => ({
  type: "ASK_AGAIN_IF_TEXT",
  text: "That code is not right",
  name: "code",
  timeout,
});
const ifElement: WrittenStep = { type: "ASK_AGAIN_IF_ELEMENT", selector: "#code", name: "code", timeout: 2 };
/** Longer than a test may take: a refusal is seen at once. */
const atOnce = ifText(300);

test.concurrent.each<[string, WrittenStep[], string, WrittenStep[]]>([
  ["whose text is left as it was", live("kept"), "#code", [atOnce, ifText(2), ifText(2)]],
  ["whose text is written again", live("again"), "#code", [atOnce, atOnce, ifText(2)]],
  ["whose text is cleared first", live("cleared"), "#code", [atOnce, atOnce, ifText(2)]],
  ["that loads its page anew", signIn, "#2facode", [atOnce, atOnce, ifText(2)]],
  ["that leaves the code's field", live("kept"), "#code", [ifElement, ifElement, ifElement]],
])("a refusal %s asks again, and the right value after it does not", async (_, before, field, judges) => {
  expect(await askedBy(before, field, judges)).toHaveLength(2);
});
