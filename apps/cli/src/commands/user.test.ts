import { expect, test } from "vitest";
import { openOperator } from "./test-operator.ts";

const { operateWith } = await openOperator();
const invite = "user invite --email ada@example.org";

test("an invitation is a path of the site that creates an account", async () => {
  const { code, stdout } = await operateWith({}, invite);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Send ada@example\.org the site's address followed by\n\/sign-up\?invite=[\w.-]+\n$/);
});

test("where sign-up is closed, an invitation is refused, because its link would not work", async () => {
  expect(await operateWith({ GATEPOST_SIGNUP: "closed" }, invite)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("GATEPOST_SIGNUP is closed, so an invitation would not work: "),
  });
});

test("a GATEPOST_SIGNUP that the web server would refuse is refused here too", async () => {
  expect(await operateWith({ GATEPOST_SIGNUP: "never" }, invite)).toMatchObject({
    code: 1,
    stderr: 'GATEPOST_SIGNUP is "never": give it open, invite or closed.\n',
  });
});
