import { setTimeout as sleep } from "node:timers/promises";
import { programCpu } from "../control-group.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { quantile } from "../statistics.ts";
import { openLiveLab } from "./live-lab.ts";

const keys = 100;
const watchMs = 10_000;
/** A wait's picture is taken, and memory freed, in its first seconds. */
const settleMs = 5_000;

/** A live page on one machine: from a key to its picture, and what the worker and its browser use for somebody who watches. */
export async function liveRow(lab: Lab): Promise<Finding[]> {
  await using live = await openLiveLab(lab, { name: "live", slots: 4 });
  using meter = programCpu(live.worker.pid);
  const open = async (path: string) => {
    const opened = await live.open(path);
    await sleep(settleMs);
    return opened;
  };
  const cpuDuring = async (ms: number) => {
    const before = meter.read();
    await sleep(ms);
    return ((meter.read() - before) / ms) * 100;
  };

  const still = await open("/field");
  const unwatched = await cpuDuring(watchMs);
  const atStill = await still.watch();
  await sleep(1_000);
  const watched = await cpuDuring(watchMs);
  const stillFrames = atStill.frames;
  atStill.close();
  const typing = await (await open("/field")).watch();
  await typing.takeOver();
  const took: number[] = [];
  for (let n = 0; n < keys; n++) {
    await sleep(150);
    took.push(await typing.untilPictureOf("a"));
  }
  typing.close();

  const moving = await open("/animated");
  const movingAlone = await cpuDuring(watchMs);
  const atMoving = await moving.watch();
  await sleep(1_000);
  const before = atMoving.frames;
  const movingWatched = await cpuDuring(watchMs);
  const rate = ((atMoving.frames - before) / watchMs) * 1_000;
  atMoving.close();
  await sleep(1_000);
  const afterwards = await cpuDuring(watchMs);
  return [
    { row: "L1", what: "key to its picture, p50", unit: "ms", subject: [quantile(took, 0.5)], asked: { atMost: 60 } },
    {
      row: "L1",
      what: "key to its picture, p95",
      unit: "ms",
      subject: [quantile(took, 0.95)],
      asked: { atMost: 120 },
    },
    {
      row: "L2",
      what: "a watcher at a still page with the cursor in a field, worker and browser, of a core",
      unit: "%",
      subject: [Math.max(0, watched - unwatched)],
      asked: { atMost: 1 },
      note: `${unwatched.toFixed(1)} % without a watcher; ${stillFrames} frames in ${watchMs / 1_000} s.`,
    },
    {
      row: "L2",
      what: "a watcher at an animated page, worker and browser, of a core",
      unit: "%",
      subject: [Math.max(0, movingWatched - movingAlone)],
      asked: { atMost: 25 },
      note: `${rate.toFixed(1)} frames a second; the page itself takes ${movingAlone.toFixed(0)} %, ${afterwards.toFixed(0)} % once nobody watches.`,
    },
  ];
}
