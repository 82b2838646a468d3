import type { Step } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { openAnswerLinks } from "./answer-link-setup.ts";
import { taskMaker } from "./bodies.ts";

/** The form of an answer link; createAnswerLink in docs/contract.md, section 5. */

const { account, act, ask, call, newLink, operator, worker } = await openAnswerLinks();

test("a form is what the wait's kind asks for, and a value that does not fit leaves the link usable", async () => {
  const prompt = { permanent: 'Approve "<b>" & co?' };
  const name = { permanent: "code" };
  const kinds: [Step, string, Record<string, string>, RegExp, string, unknown][] = [
    [
      { type: "WAIT_FOR_VARIABLE_VALUE", name, kind: { permanent: "yes_no" }, prompt },
      'value="yes">Yes',
      { value: "perhaps" },
      /The answer must be yes or no\./,
      "no",
      false,
    ],
    [
      {
        type: "WAIT_FOR_VARIABLE_VALUE",
        name,
        kind: { permanent: "choice" },
        options: { permanent: ["a<", "b"] },
        prompt,
      },
      'type="radio" name="value" value="a&lt;"',
      { value: "c" },
      /Choose one of the answers\./,
      "a<",
      "a<",
    ],
    [
      { type: "WAIT_FOR_VARIABLE_VALUE", name, kind: { permanent: "number" }, prompt },
      'inputmode="decimal"',
      { value: "many" },
      /must be a number/,
      "1.5",
      1.5,
    ],
    [
      {
        type: "WAIT_FOR_VARIABLE_VALUE",
        name,
        kind: { permanent: "code" },
        pattern: { permanent: "[0-9]{6}" },
        prompt,
      },
      'inputmode="numeric" autocomplete="one-time-code"',
      { value: "12" },
      /The answer must be 6 digits\./,
      "349001",
      "349001",
    ],
  ];
  for (const [step, field, wrong, problem, right, value] of kinds) {
    const use: Step = { type: "FILL_INPUT", selector: { permanent: "#code" }, value: { variable: "code" } };
    const create = await taskMaker(call, operator, account, [step, use]);
    const taskId = await create();
    const task = await worker.claim(taskId);
    await worker.begin(task, 1);
    await worker.take(task, "code");
    const path = await newLink(taskId);
    const page = await ask(path);
    expect(page.text).toContain(field);
    expect(page.text).toContain("Approve &quot;&lt;b&gt;&quot; &amp; co?");
    const refused = await act(path, { do: "answer", ...wrong });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(problem);
    expect((await act(path, { do: "answer", value: right })).text).toContain("Sent.");
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value });
  }
});
