import { expect, test } from "vitest";
import { commandName, commandText } from "./command-name.ts";

test.each([
  [{}, "gatepost"],
  [{ npm_lifecycle_event: "gatepost", npm_config_user_agent: "npm/11.6.0 node/v24.21.0" }, "npm run -s gatepost --"],
  [{ npm_lifecycle_event: "gatepost", npm_config_user_agent: "pnpm/12.21.0 npm/?" }, "pnpm -s gatepost"],
  [{ npm_lifecycle_event: "start", npm_config_user_agent: "npm/11.6.0" }, "gatepost"],
])("with the environment %j, the command is %s", (env, name) => {
  expect(commandName(env)).toBe(name);
});

test("arguments are quoted for a shell", () => {
  expect(commandText("push", 7, "the code's name")).toMatch(/ push 7 'the code'\\''s name'$/);
});
