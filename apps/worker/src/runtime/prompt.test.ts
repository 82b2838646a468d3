import type { WrittenStep } from "@gatepost/contract/steps";
import { getTask } from "@gatepost/domain/tasks/get-task";
import { expect, test } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerPages({
  "/": `<p id="amount">$4,200.00</p><p id="payee">canary-payee</p>`,
});

const read = (name: string): WrittenStep => ({ type: "READ_TEXT", selector: `#${name}`, as: name });
const wait: WrittenStep = {
  type: "WAIT_FOR_VARIABLE_VALUE",
  name: "approval",
  prompt: { text: "Approve {{amount}} to {{payee}}?" },
};

test("whoever is asked sees what the page said, and nobody else and not for longer", async () => {
  await using _ = environment.startWorker();
  const { system } = environment;
  const variables = { approval: "_WAIT_FOR_IT_" };
  const taskId = await customer.create(site.url(), [read("amount"), read("payee"), wait], { variables });
  await customer.waits(taskId, "approval");
  const prompt = "Approve “$4,200.00” to “canary-payee”?";
  expect(await customer.ask(taskId)).toMatchObject({ waiting: [{ name: "approval", prompt }] });
  const asked = async () => (await getTask({ ctx: customer.ctx, input: { taskId } })).variables[0]?.prompt;
  expect(await asked()).toBe(prompt);
  const { rows } = await system.db.pool.query("select encode(prompt, 'escape') as prompt from variable");
  expect(rows[0].prompt).not.toContain("canary");

  await customer.push(taskId, "approval", "yes");
  await customer.end(taskId);
  // Without the site's words, which are wiped, it is what the template says.
  expect(await asked()).toBe("Approve {{amount}} to {{payee}}?");
});
