import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import type { Call } from "../load/connection.ts";
import { callNote, ratesOf } from "../notes.ts";
import { loadInTurn } from "../rounds.ts";
import { newTaskCalls, taskAnswer, verifyTasks } from "./task-calls.ts";

/**
 * createTask through the Next.js route handler in the product's own web process. The floor is the same handler with the
 * same body and a mistyped key: the body is read, and the call refused before any query.
 */
export async function routeHandlerRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p2");
  const calls = await newTaskCalls(installation);
  const typos = calls.map((call) => ({ ...call, body: call.body?.replace('"gp_', '"gq_') }) as Call);
  await using web = await installation.startWeb("next");
  const { measured, answered } = await loadInTurn(lab, {
    subject: [web, { calls, expects: taskAnswer }],
    floor: [web, { calls: typos, expects: '{"errorId":1,' }],
  });
  await verifyTasks(installation, answered.subject);
  const finding = {
    row: "P2",
    what: "createTask, Next.js route handler",
    asked: { atLeast: 0.9 },
    floorName: "a handler that reads and refuses",
    note: callNote(measured),
  };
  return [ratesOf({ ...measured, limitedBy: "program" }, finding)];
}
