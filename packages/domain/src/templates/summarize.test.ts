import { templateDocument } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { signInWith2fa } from "./built-in/signing-in.ts";
import { summarize } from "./summary.ts";

test("a summary names each variable, and what the step asks that waits for it", () => {
  const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
  const document = templateDocument.parse({
    name: "A",
    description: "Signs in.",
    steps: [
      { type: "OPEN_PAGE", url: { variable: "page" } },
      { ...wait, prompt: "Code?", pattern: "[0-9]{6}" },
      { ...wait, prompt: "Again?" },
    ],
  });
  expect(summarize(document)).toEqual({
    description: "Signs in.",
    variables: [
      { name: "page", late: false },
      { name: "code", late: true, prompt: "Code?", pattern: "[0-9]{6}" },
    ],
  });
});

test("the built-in sign-in says which of its variables come later", () => {
  const { variables } = summarize(templateDocument.parse(signInWith2fa));
  expect(variables.filter(({ late }) => late).map(({ name }) => name)).toEqual(["2fa_input_value"]);
});
