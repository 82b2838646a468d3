import { waitForIt } from "@gatepost/contract/limits";
import { signInWith2fa } from "@gatepost/domain/templates/built-in/signing-in";
import { newAccount, newApplication } from "../../tests/factories.ts";
import type { BenchInstallation, Lab, Load } from "../lab.ts";
import type { Call } from "../load/connection.ts";
import type { Program } from "../program.ts";

/** How a correct response begins. */
export const taskAnswer = '{"errorId":0,"taskId":';
/** The late variable of `taskBody`. */
export const codeName = "2fa_input_value";

/** Calls a JSON method, which must succeed. */
export async function callMethod<Answer = object>(port: number, method: string, body: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/${method}`, { method: "POST", body: JSON.stringify(body) });
  const result = (await answer.json()) as Answer & { errorId: number };
  if (result.errorId !== 0) throw new Error(`${method} was answered ${JSON.stringify(result)}`);
  return result;
}

/** Creates so many tasks, and some more. */
export async function createMany(lab: Lab, web: Program, calls: Call[], count: number): Promise<void> {
  const load: Load = { calls, expects: taskAnswer };
  for (let made = 0; made < count; )
    made += (await lab.load(web, load, Math.max(0.1, (count - made) / 10_000))).succeeded;
}

/** createTask calls of that many accounts with enough money, all through one application. */
export async function newTaskCalls({ operator }: BenchInstallation, accounts = 64): Promise<Call[]> {
  const owner = await newAccount(operator);
  const softId = await newApplication(operator, owner);
  const calls: Call[] = [];
  while (calls.length < accounts) {
    const some = Array.from({ length: Math.min(8, accounts - calls.length) }, async () => {
      const { clientKey } = await newAccount(operator, { balance: 1_000_000 });
      return { verb: "POST", path: "/createTask", body: taskBody(clientKey, softId) } as const;
    });
    calls.push(...(await Promise.all(some)));
  }
  return calls;
}

/** A call as the README shows it: the built-in template with seven variables, one of them late. */
export function taskBody(clientKey: string, softId: number): string {
  return JSON.stringify({
    clientKey,
    task: {
      type: "AntiGateTask",
      websiteURL: "https://example.org/login",
      templateName: signInWith2fa.name,
      variables: {
        login_input_css: "#login",
        login_input_value: "ada",
        password_input_css: "#password",
        password_input_value: "lovelace",
        "2fa_input_css": "#2facode",
        [codeName]: waitForIt,
        control_text: "Welcome",
      },
    },
    softId,
  });
}

/** Wrong responses must not count: every acknowledged task exists and is held, and the money adds up. */
export async function verifyTasks({ query }: BenchInstallation, answered: number): Promise<void> {
  const [found] = await query<Record<string, number>>(`
    select (select count(*) from task where state = 'queued') as tasks,
           (select count(*) from variable where state = 'awaited') as variables,
           (select count(*) from ledger_entry where kind = 'hold') as holds,
           (select sum(price) from task) = (select sum(held) from account) as held,
           (select count(*) from active_user) as users,
           (select count(*) from account a
              join (select account_id, sum(available) as available, sum(held) as held
                      from ledger_entry group by account_id) e on e.account_id = a.id
             where a.available <> e.available or a.held <> e.held) as unbalanced`);
  const { users, ...counted } = found as { users: number } & Record<string, unknown>;
  const right = { tasks: answered, variables: answered, holds: answered, held: true, unbalanced: 0 };
  for (const [name, value] of Object.entries(right)) {
    if (counted[name] !== value) throw new Error(`${answered} tasks were answered, but ${name} is ${counted[name]}.`);
  }
  // Each account was active in the quarter of an hour of the run, or in two.
  if (users < 64) throw new Error(`Only ${users} active users were counted.`);
}
