import { setTimeout as sleep } from "node:timers/promises";
import { newTemplate } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { median, quantile } from "../statistics.ts";
import { openLiveLab } from "./live-lab.ts";

const watched = 20;
const controlled = 4;
const keysOfEach = 25;
const betweenMs = 250;

/** Many live pages at once: from a key to its picture, and how long other tasks of the same worker take. */
export async function manyLiveRow(lab: Lab): Promise<Finding[]> {
  await using live = await openLiveLab(lab, { name: "manylive", slots: watched + 1 });
  const templateName = await newTemplate(live.installation.operator, live.account, [
    { type: "FILL_INPUT", selector: { permanent: "#field" }, value: { permanent: "a value" } },
    { type: "READ_TEXT", selector: { permanent: "body" }, as: { permanent: "text" } },
    { type: "TAKE_SCREENSHOT" },
  ]);
  const tasks = lab.rounds > 1 ? 15 : 5;
  lab.say(`${watched} tasks`);
  const pages = [];
  for (let n = 0; n < watched; n++) pages.push(await live.open("/field"));
  await runTasks(live, templateName, tasks);
  const alone = await runTasks(live, templateName, tasks);
  lab.say("watched");
  const watchers = await Promise.all(pages.map((page) => page.watch()));
  const inControl = watchers.slice(0, controlled);
  for (const one of inControl) await one.takeOver();
  const took: number[] = [];
  const typing = Promise.all(
    inControl.map(async (one) => {
      for (let n = 0; n < keysOfEach; n++) {
        await sleep(betweenMs);
        took.push(await one.untilPictureOf("a"));
      }
    }),
  );
  const beside = await runTasks(live, templateName, tasks);
  await typing;
  for (const one of watchers) one.close();
  return [
    {
      row: "L3",
      what: `key to its picture, p95, of ${controlled} controlled pages of ${watched} that are watched`,
      unit: "ms",
      subject: [quantile(took, 0.95)],
      asked: { atMost: 300 },
      note: `p50 ${quantile(took, 0.5).toFixed(0)} ms.`,
    },
    {
      row: "L3",
      what: "a task beside them, compared with one while no page is watched",
      unit: "ms",
      subject: [beside],
      floor: [alone],
      floorName: "not watched",
      asked: { atMost: 1.1 },
    },
  ];
}

/** Milliseconds of a task, one after another. */
async function runTasks(
  { client, websiteURL }: Awaited<ReturnType<typeof openLiveLab>>,
  templateName: string,
  tasks: number,
) {
  const took: number[] = [];
  for (let n = 0; n < tasks; n++) {
    const began = performance.now();
    const task = { type: "AntiGateTask" as const, websiteURL: websiteURL("/field"), templateName, variables: {} };
    const { taskId } = await client.createTask({ task });
    while ((await client.getTaskResult({ taskId, waitSeconds: 30 })).status === "processing");
    took.push(performance.now() - began);
  }
  return median(took);
}
