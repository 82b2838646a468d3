import { createClient } from "./generated/hey-api/client";
import { createTask, getAppStats, getTaskResult, pushAntiGateVariable } from "./generated/hey-api/sdk.gen";
import { type ReadmeFlow, readmeTask } from "./readme-flow.ts";

/** The README's calls with the functions that @hey-api/openapi-ts writes. */
export const readmeFlow: ReadmeFlow = async ({ baseUrl, clientKey, softId, websiteURL, code }) => {
  const client = createClient({ baseUrl });
  const created = await createTask({
    client,
    body: { clientKey, softId, task: readmeTask(websiteURL) },
  });
  if (created.data?.errorId !== 0) throw new Error(JSON.stringify(created.data ?? created.error));
  const { taskId } = created.data;

  const ask = async () => {
    const { data, error } = await getTaskResult({ client, body: { clientKey, taskId } });
    if (data?.errorId !== 0) throw new Error(JSON.stringify(data ?? error));
    return data;
  };
  let result = await ask();
  while (result.status === "processing" && result.waitingFor.length === 0) result = await ask();
  const waitingFor = result.status === "processing" ? result.waitingFor : [];

  const pushed = await pushAntiGateVariable({
    client,
    body: { clientKey, taskId, name: "2fa_input_value", value: code },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  if (pushed.data?.errorId !== 0) throw new Error(JSON.stringify(pushed.data ?? pushed.error));
  while (result.status === "processing") result = await ask();

  const stats = await getAppStats({ client, body: { clientKey, softId, mode: "money" } });
  if (stats.data?.errorId !== 0) throw new Error(JSON.stringify(stats.data ?? stats.error));
  const earned = stats.data.chartData.flatMap(({ data }) => data).reduce((sum, { y }) => sum + y, 0);
  if (!("url" in result.solution)) throw new Error("The solution has expired.");
  return { waitingFor, url: result.solution.url, cost: result.cost, earned };
};
