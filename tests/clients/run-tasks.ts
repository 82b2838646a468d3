import { Gatepost } from "gatepost";

/**
 * Runs COUNT tasks with four callers, each of which answers its task's wait with the task's number, and writes a line for each that
 * ended: its number and its id. run_tasks.py does the same.
 */
const { GATEPOST_URL: baseUrl = "", GATEPOST_KEY: clientKey = "", TEMPLATE: template = "", COUNT } = process.env;
const gatepost = new Gatepost({ baseUrl, clientKey, retrySeconds: 120 });
let next = 0;

async function callAgainAndAgain(): Promise<void> {
  while (next < Number(COUNT)) {
    const n = next;
    next += 1;
    const variables = { code: "_WAIT_FOR_IT_" };
    const task = await gatepost.run({ template, websiteURL: "http://127.0.0.1/", variables, onWait: () => n });
    process.stdout.write(`${JSON.stringify({ n, taskId: task.taskId })}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, callAgainAndAgain));
