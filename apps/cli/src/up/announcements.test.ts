import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { type Demo, drainText, printWelcome } from "./announcements.ts";

const demo: Demo = {
  signIn: { email: "demo@gatepost.local", password: "abcde-fghij" },
  websiteURL: "http://127.0.0.1:4000/login",
  templateName: "It's a template",
  variables: { code: "_WAIT_FOR_IT_" },
  late: { name: "code", value: "349001" },
};

const folder = openFolder();

test("the printed calls, pasted unchanged into a shell, create a task, push its value and read its result", () => {
  // A curl that notes what it was asked, and answers as createTask does.
  writeFileSync(
    join(folder, "curl"),
    `#!/bin/sh\nprintf '%s %s\\n' "$2" "$4" >> "${folder}/calls"\nprintf '{"errorId":0,"taskId":1234}'\n`,
  );
  chmodSync(join(folder, "curl"), 0o755);
  writeFileSync(join(folder, "npx"), "#!/bin/sh\necho export GATEPOST_URL=http://127.0.0.1:3000 GATEPOST_KEY=gp_key\n");
  chmodSync(join(folder, "npx"), 0o755);
  const said = vi.spyOn(console, "log").mockReturnValue();
  printWelcome({ origin: "http://127.0.0.1:3000", demo });
  const printed = said.mock.calls.map(([line]) => String(line)).filter((line) => /curl|^eval/.test(line));
  said.mockRestore();

  execFileSync("sh", ["-c", printed.join("")], { env: { PATH: `${folder}:${process.env.PATH}` } });
  const calls = readFileSync(join(folder, "calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [, method, body = ""] = /^http:\/\/127\.0\.0\.1:3000\/(\w+) (.*)$/.exec(line) ?? [];
      return [method, JSON.parse(body)];
    });
  const { websiteURL, templateName, variables } = demo;
  expect(calls).toEqual([
    ["createTask", { clientKey: "gp_key", task: { type: "AntiGateTask", websiteURL, templateName, variables } }],
    ["pushAntiGateVariable", { clientKey: "gp_key", taskId: "1234", name: "code", value: "349001" }],
    ["getTaskResult", { clientKey: "gp_key", taskId: "1234" }],
  ]);
});

const more = "25 s at most, and pushes are accepted until then. Ctrl-C again stops at once.";

test.each([
  [{ waiting: 0, running: 0 }, undefined],
  [{ waiting: 1, running: 0 }, `Stopping: 1 task waits for a value. It has ${more}`],
  [{ waiting: 3, running: 1 }, `Stopping: 3 tasks wait for a value and 1 task runs. They have ${more}`],
  [{ waiting: 1, running: 1, secondsLeft: 0 }, undefined],
])("a stop says what it waits for and how long at most: %j", (left, text) => {
  expect(drainText({ secondsLeft: 25, ...left })).toBe(text);
});
