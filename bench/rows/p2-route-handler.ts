import type { Finding } from "../findings.ts";
import type { Lab, Measured } from "../lab.ts";
import type { Call } from "../load/connection.ts";
import { cpuNote, cpuOfBoth, latencyNote, rates, total } from "../notes.ts";
import { interleave } from "../rounds.ts";
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

  const created: Measured[] = [];
  const create = async (seconds?: number) => {
    const measured = await lab.load(web, { calls, expects: taskAnswer }, seconds);
    created.push(measured);
    return measured;
  };
  const refuse = (seconds?: number) => lab.load(web, { calls: typos, expects: '{"errorId":1,' }, seconds);
  await create(lab.seconds / 2);
  await refuse(lab.seconds / 2);
  const { subject, floor } = await interleave(lab, { subject: () => create(), floor: () => refuse() });
  await verifyTasks(installation, total(created));
  return [
    {
      row: "P2",
      what: "createTask, Next.js route handler",
      unit: "/s",
      asked: { atLeast: 0.9 },
      subject: rates(subject),
      floor: rates(floor),
      floorName: "a handler that reads and refuses",
      ...cpuOfBoth(subject, floor, "program"),
      note: `CPU a call: ${cpuNote(subject)}; floor ${cpuNote(floor)}. ${latencyNote(subject)}`,
    },
  ];
}
