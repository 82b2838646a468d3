import { type Account, newAccount, newApplication } from "../tests/factories.ts";
import type { BenchInstallation, Lab, Load } from "./lab.ts";
import type { Call } from "./load/connection.ts";
import { type Program, start } from "./program.ts";
import { seedCounts } from "./rows/count-seed.ts";
import { newTaskCalls, taskAnswer, taskBody } from "./rows/task-calls.ts";

/** One of the most frequent calls of an installation, ready to be sent repeatedly. */
interface HotCall {
  name: string;
  load: Load;
  /** Whether it may be sent once only, so that a long measurement would run out of them. */
  once?: true;
  /** The program that answers it; by default the product's web server. */
  program?: Program;
}

const pushes = 24_000;

/** The most frequent calls to the web server. Creates what they need: accounts, waiting tasks, counted events. */
export async function hotCalls(
  lab: Lab,
  installation: BenchInstallation,
  web: Program,
  programs: AsyncDisposableStack,
): Promise<HotCall[]> {
  const { clientKey, softId } = await seedCounts(installation, 100_000);
  const account = await newAccount(installation.operator, { balance: 1_000_000 });
  const ids = await waitingTasks(lab, installation, web, account);
  const call = (path: string, body: object): Call => ({ verb: "POST", path, body: JSON.stringify(body) });
  const mine = (taskId: number) => ({ clientKey: account.clientKey, taskId });
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
  const views = programs.use(await start("subjects/record-view.ts", installation.env));
  return [
    { name: "createTask", load: { calls: await newTaskCalls(installation), expects: taskAnswer } },
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

/** Tasks of one account that wait for a code. */
async function waitingTasks(
  lab: Lab,
  installation: BenchInstallation,
  web: Program,
  account: Account,
): Promise<number[]> {
  const softId = await newApplication(installation.operator, account);
  const create: Call = { verb: "POST", path: "/createTask", body: taskBody(account.clientKey, softId) };
  for (let made = 0; made < pushes; )
    made += (await lab.load(web, { calls: [create], expects: taskAnswer }, 1)).succeeded;
  const rows = await installation.query<{ id: number }>("select id from task where account_id = $1 order by id", [
    account.accountId,
  ]);
  return rows.map(({ id }) => id);
}
