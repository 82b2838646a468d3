import createClient from "openapi-fetch";
import type { paths } from "./generated/openapi-typescript.ts";
import { type ReadmeFlow, readmeTask } from "./readme-flow.ts";

/**
 * The README's calls with openapi-fetch, typed by openapi-typescript. Without type assertions: the document has all
 * types.
 */
export const readmeFlow: ReadmeFlow = async ({ baseUrl, clientKey, softId, websiteURL, code }) => {
  const client = createClient<paths>({ baseUrl });
  const created = await client.POST("/createTask", {
    body: { clientKey, softId, task: readmeTask(websiteURL) },
  });
  if (created.data?.errorId !== 0) throw new Error(JSON.stringify(created));
  const { taskId } = created.data;

  const ask = async () => {
    const { data, error } = await client.POST("/getTaskResult", { body: { clientKey, taskId } });
    if (data?.errorId !== 0) throw new Error(JSON.stringify(data ?? error));
    return data;
  };
  let result = await ask();
  while (result.status === "processing" && result.waitingFor.length === 0) result = await ask();
  const waitingFor = result.status === "processing" ? result.waitingFor : [];

  const pushed = await client.POST("/pushAntiGateVariable", {
    body: { clientKey, taskId, name: "2fa_input_value", value: code },
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  });
  if (pushed.data?.errorId !== 0) throw new Error(JSON.stringify(pushed));
  while (result.status === "processing") result = await ask();

  const stats = await client.POST("/getAppStats", { body: { clientKey, softId, mode: "money" } });
  if (stats.data?.errorId !== 0) throw new Error(JSON.stringify(stats));
  const earned = stats.data.chartData.flatMap(({ data }) => data).reduce((sum, { y }) => sum + y, 0);
  if (!("url" in result.solution)) throw new Error("The solution has expired.");
  return { waitingFor, url: result.solution.url, cost: result.cost, earned };
};

type Body<Path extends keyof paths> = paths[Path]["post"]["requestBody"]["content"]["application/json"];

/** What the document forbids, a compiler refuses: each of these is a type error. */
export const refused = {
  // @ts-expect-error: no mode.
  mode: "visits" satisfies Body<"/getAppStats">["mode"],
  // @ts-expect-error: variables are values by name.
  variables: "b" satisfies Body<"/createTask">["task"]["variables"],
};
