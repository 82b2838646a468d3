import { exampleBody, methodsInOrder, type Things } from "@gatepost/contract/method-testing";
import { methods } from "@gatepost/contract/methods";
import { expect, test } from "vitest";
import { newApplication } from "../factories.ts";
import { expectSuccess } from "./call.ts";
import { openPush } from "./push-setup.ts";

const { account, call, clientKey, newWaitingTask, operator, taskBody } = await openPush();

test("each documented example, sent, is answered in the documented shape", async () => {
  const { task } = taskBody({ session: "bank" });
  const application = { softId: await newApplication(operator, account) };
  for (const name of methodsInOrder) {
    const { about, examples, response } = methods[name];
    for (const example of examples) {
      const things: Things = { application, template: { task } };
      if (about === "task") things.task = { taskId: (await newWaitingTask()).taskId, name: "code" };
      const answer = await call(name, { ...exampleBody(name, things, example), clientKey });
      expectSuccess(answer, name);
      const shown = response.parse(example.response);
      expect(Object.keys(shown as object), `${name}: ${example.title}`).toEqual(Object.keys(answer.body));
    }
  }
});
