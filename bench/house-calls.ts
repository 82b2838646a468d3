import { type Account, newAccount, newApplication } from "../tests/factories.ts";
import type { House, Lab, Load } from "./lab.ts";
import type { Call } from "./load/connection.ts";
import { type Program, start } from "./program.ts";
import { seedCounts } from "./rows/count-seed.ts";
import { newTaskCalls, taskAnswer, taskBody } from "./rows/task-calls.ts";

/** One of the calls that a house lives of, ready to be sent again and again. */
export interface HotCall {
  name: string;
  load: Load;
  /** Whether it may be sent once only, so that a long measurement would run out of them. */
  once?: true;
  /** What answers it; the product's web server where it is absent. */
  program?: Program;
}

const pushes = 24_000;

/** The hot verbs of the web server. What they need is made here: accounts, waiting tasks, counted events. */
export async function hotCalls(
  lab: Lab,
  house: House,
  web: Program,
  programs: AsyncDisposableStack,
): Promise<HotCall[]> {
  const { clientKey, softId } = await seedCounts(house, 100_000);
  const account = await newAccount(house.operator, { balance: 1_000_000 });
  const ids = await waitingTasks(lab, house, web, account);
  const call = (path: string, body: object): Call => ({ verb: "POST", path, body: JSON.stringify(body) });
  const mine = (taskId: number) => ({ clientKey: account.clientKey, taskId });
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
  const views = programs.use(await start("subjects/record-view.ts", house.env));
  return [
    { name: "createTask", load: { calls: await newTaskCalls(house), expects: taskAnswer } },
    {
      name: "pushAntiGateVariable",
      load: {
        calls: ids.map((id) =>
          call("/pushAntiGateVariable", { ...mine(id), name: "2fa_input_value", value: "349001" }),
        ),
        expects: '{"errorId":0',
      },
      once: true,
    },
    {
      name: "getTaskResult, processing",
      load: { calls: ids.slice(0, 1_000).map((id) => call("/getTaskResult", mine(id))), expects: '{"errorId":0' },
    },
    {
      name: "getBalance",
      load: { calls: [call("/getBalance", { clientKey: account.clientKey })], expects: '{"errorId":0' },
    },
    {
      name: "getAppStats, 30 days",
      load: { calls: [call("/getAppStats", { clientKey, softId })], expects: '{"errorId":0' },
    },
    {
      name: "view of an application",
      load: {
        calls: [{ verb: "GET", path: `/apps/${softId}`, headers: { "user-agent": userAgent } }],
        expects: '{"errorId":0',
      },
      program: views,
    },
  ];
}

/** Tasks of one account whose code has not come. */
async function waitingTasks(lab: Lab, house: House, web: Program, account: Account): Promise<number[]> {
  const softId = await newApplication(house.operator, account);
  const create: Call = { verb: "POST", path: "/createTask", body: taskBody(account.clientKey, softId) };
  for (let made = 0; made < pushes; )
    made += (await lab.load(web, { calls: [create], expects: taskAnswer }, 1)).succeeded;
  const rows = await house.query<{ id: number }>("select id from task where account_id = $1 order by id", [
    account.accountId,
  ]);
  return rows.map(({ id }) => id);
}
