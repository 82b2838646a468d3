import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { cpuNote, cpuOfBoth, latencyNote, rates } from "../notes.ts";
import { interleave } from "../rounds.ts";
import { newTaskCalls, taskAnswer } from "./task-calls.ts";

/** Above the load, so that nothing is refused; a block is the usual share of the burst. */
const rate = "100000/500000";

/** createTask with limits of calls, shared by processes through the database, compared with the same without. */
export async function limitsRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("limits");
  const load = { calls: await newTaskCalls(installation), expects: taskAnswer };
  await using off = await installation.startWeb("direct", { GATEPOST_RATE_LIMIT: "off" });
  await using on = await installation.startWeb("direct", { GATEPOST_RATE_LIMIT: rate });
  for (const web of [off, on]) await lab.load(web, load, lab.seconds / 2);
  const measured = await interleave(lab, { off: () => lab.load(off, load), on: () => lab.load(on, load) });
  return [
    {
      row: "P1",
      what: "createTask with limits of calls",
      unit: "/s",
      subject: rates(measured.on),
      floor: rates(measured.off),
      floorName: "without",
      ...cpuOfBoth(measured.on, measured.off),
      asked: { atLeast: 0.95 },
      note: `CPU a call: ${cpuNote(measured.on)}; without: ${cpuNote(measured.off)}. ${latencyNote(measured.on)}`,
    },
  ];
}
