import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import type { Call } from "../load/connection.ts";
import { memoryOf } from "../memory.ts";
import type { Program } from "../program.ts";
import { median, slopeOf } from "../statistics.ts";
import { newTaskCalls } from "./task-calls.ts";

const manyCalls = 1_000_000;
const fewCalls = 50_000;
/** The share of the calls after which compiled code, caches and the heap have their size. */
const warm = 0.3;
const segments = 20;

/** Memory of web and worker when idle, and what a long time of calls adds to the web process. */
export async function memoryRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p9");
  await using web = await installation.startWeb("direct");
  const resting = await atRest(installation, web);
  return [resting, ...(await growth(lab, installation, web))];
}

async function atRest(installation: BenchInstallation, web: Program): Promise<Finding> {
  await using worker = await installation.startWorker(undefined, {});
  await settled(web);
  const [ofWeb, ofWorker] = [memoryOf(web.pid), memoryOf(worker.pid)];
  return {
    row: "P9",
    what: "web and worker at rest, without Chromium (PSS)",
    unit: "MB",
    asked: { atMost: 350 },
    subject: [ofWeb.pss + ofWorker.pss],
    note:
      `web ${Math.round(ofWeb.pss)} MB (RSS ${Math.round(ofWeb.rss)}), worker ${Math.round(ofWorker.pss)} MB ` +
      `(RSS ${Math.round(ofWorker.rss)}). Chromium, PostgreSQL and the launcher of npm start come on top.`,
  };
}

/** Starting leaves garbage behind; a process is idle when nothing changes any more. */
async function settled({ pid }: Program): Promise<void> {
  let last = Number.NaN;
  for (let second = 0; second < 20; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { pss } = memoryOf(pid);
    if (Math.abs(pss - last) < 0.5) return;
    last = pss;
  }
}

async function growth(lab: Lab, installation: BenchInstallation, web: Program): Promise<Finding[]> {
  const calls = await mixedCalls(installation);
  const wanted = lab.rounds > 1 ? manyCalls : fewCalls;
  const samples: { calls: number; mb: number }[] = [];
  let done = 0;
  // A segment is a time, not a number of calls: the first one tells how many fit into a second.
  let seconds = 1;
  while (done < wanted) {
    const { succeeded, rate } = await lab.load(web, { calls, expects: '{"errorId":0' }, seconds);
    done += succeeded;
    seconds = Math.max(0.25, wanted / segments / rate);
    samples.push({ calls: done, mb: memoryOf(web.pid).rss });
    if (samples.length % 5 === 0) lab.say(`${done.toLocaleString("en-US")} calls, ${samples.at(-1)?.mb.toFixed(0)} MB`);
  }
  const after = samples.filter((one) => one.calls >= warm * wanted);
  const slope = slopeOf(after.map((one) => [one.calls / 10_000, one.mb]));
  const [before, last] = [samples.slice(-6, -3), samples.slice(-3)].map((some) => median(some.map(({ mb }) => mb)));
  const what = `web process, ${wanted.toLocaleString("en-US")} calls`;
  // The short form only sees the heap reach its size.
  const judged = wanted === manyCalls;
  return [
    {
      row: "P9",
      what: `${what}, growth each 10,000 after warm-up`,
      unit: "MB",
      subject: [slope],
      ...(judged && { asked: { atMost: 1 } }),
      note: `RSS in MB after each twentieth: ${samples.map(({ mb }) => Math.round(mb)).join(" ")}. Of ten calls one creates a task, one reports, eight ask for a balance.`,
    },
    {
      row: "P9",
      what: `${what}, the end against a sixth before it`,
      unit: "MB",
      subject: [last as number],
      floor: [before as number],
      floorName: "before",
      ...(judged && { asked: { atMost: 1.02 } }),
    },
  ];
}

/** The calls that an installation mostly serves, for 64 accounts. */
async function mixedCalls(installation: BenchInstallation): Promise<Call[]> {
  const owner = await newAccount(installation.operator);
  const softId = await newApplication(installation.operator, owner);
  const report = JSON.stringify({ clientKey: owner.clientKey, softId });
  return (await newTaskCalls(installation)).flatMap((create): Call[] => {
    const { clientKey } = JSON.parse(create.body ?? "") as { clientKey: string };
    const balance: Call = { verb: "POST", path: "/getBalance", body: JSON.stringify({ clientKey }) };
    return [create, { verb: "POST", path: "/getAppStats", body: report }, ...Array<Call>(8).fill(balance)];
  });
}
