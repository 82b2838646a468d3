import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Gatepost } from "gatepost";
import { WebSocket } from "ws";
import { newAccount, newTemplate } from "../../tests/factories.ts";
import { browsersFor } from "../browsers.ts";
import { programCpu } from "../control-group.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { start } from "../program.ts";
import { quantile } from "../statistics.ts";

const keys = 100;
const watchMs = 10_000;

const pages: Record<string, string> = {
  "/still": "<h1>Nothing moves</h1>",
  "/field": '<input id="field" autofocus style="font: 20px monospace; width: 600px">',
  "/animated":
    '<div id="box" style="position: absolute; width: 200px; height: 200px; background: teal"></div><script>' +
    "const move = (at) => { box.style.left = (at / 4) % 1000 + 'px'; requestAnimationFrame(move); }; requestAnimationFrame(move);</script>",
};

/** A live page on one machine: from a key to its picture, and what the worker and its browser use for somebody who watches. */
export async function liveRow(lab: Lab): Promise<Finding[]> {
  const site = createServer(({ url = "/" }, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><body>${pages[url] ?? ""}`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    const address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const reach = { GATEPOST_EGRESS_ALLOW: address };
    await using installation = await lab.newInstallation("live");
    await using web = await installation.startWeb("direct", reach);
    await using worker = await start("../apps/worker/src/main.ts", {
      ...installation.workerEnv,
      ...(await browsersFor("shell")),
      ...reach,
    });
    using meter = programCpu(worker.pid);
    const account = await newAccount(installation.operator);
    const steps = [{ type: "WAIT_FOR_VARIABLE_VALUE" as const, name: { permanent: "end" } }];
    const templateName = await newTemplate(installation.operator, account, steps);
    const origin = `http://127.0.0.1:${web.port}`;
    const client = new Gatepost({ baseUrl: origin, clientKey: account.clientKey });

    /** The live page of a new task at the site, with control. */
    const open = async (path: string) => {
      const task = { type: "AntiGateTask" as const, websiteURL: `http://${address}${path}`, templateName };
      const { taskId } = await client.createTask({ task: { ...task, variables: { end: "_WAIT_FOR_IT_" } } });
      for (;;) {
        const result = await client.getTaskResult({ taskId });
        if (result.status === "processing" && result.waitingFor.length > 0) break;
        await sleep(100);
      }
      // A wait's picture is taken, and memory freed, in its first seconds.
      await sleep(5_000);
      const { url } = await client.createLiveLink({ taskId, control: true });
      return { taskId, link: url.slice(url.lastIndexOf("/") + 1) };
    };
    const cpuDuring = async (ms: number) => {
      const before = meter.read();
      await sleep(ms);
      return ((meter.read() - before) / ms) * 100;
    };

    const still = await open("/still");
    const nobody = await cpuDuring(watchMs);
    const atStill = await Watcher.open(origin, still.link);
    await sleep(1_000);
    const watched = await cpuDuring(watchMs);
    const stillFrames = atStill.frames;
    atStill.close();
    const { link } = await open("/field");
    const typing = await Watcher.open(origin, link);
    await typing.takeOver();
    const took: number[] = [];
    for (let n = 0; n < keys; n++) {
      await sleep(150);
      took.push(await typing.untilPictureOf("a"));
    }
    typing.close();
    took.sort((a, b) => a - b);

    const moving = await open("/animated");
    const movingAlone = await cpuDuring(watchMs);
    const atMoving = await Watcher.open(origin, moving.link);
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
        what: "a watcher at a still page, worker and browser, of a core",
        unit: "%",
        subject: [Math.max(0, watched - nobody)],
        asked: { atMost: 1 },
        note: `${nobody.toFixed(1)} % without a watcher; ${stillFrames} frames in ${watchMs / 1_000} s.`,
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
  } finally {
    site.close();
  }
}

/** Somebody who watches: draws nothing, and asks for the next frame at once. */
class Watcher {
  readonly #socket: WebSocket;
  frames = 0;
  #isYours = Promise.withResolvers<void>();
  #first = Promise.withResolvers<void>();
  #next: (() => void) | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data, isBinary) => {
      if (!isBinary) {
        if (JSON.parse(String(data)).controller?.isYou) this.#isYours.resolve();
        return;
      }
      this.frames += 1;
      socket.send('{"type":"ack"}');
      this.#first.resolve();
      this.#next?.();
    });
  }

  static async open(origin: string, link: string): Promise<Watcher> {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/live`, { origin });
    const watcher = new Watcher(socket);
    socket.on("open", () => socket.send(JSON.stringify({ link, client: "bench" })));
    await watcher.#first.promise;
    return watcher;
  }

  takeOver(): Promise<void> {
    this.#send({ type: "take" });
    return this.#isYours.promise;
  }

  /** Milliseconds from a key to the frame that follows. */
  async untilPictureOf(key: string): Promise<number> {
    const shown = new Promise<void>((resolve) => {
      this.#next = resolve;
    });
    const pressed = performance.now();
    const input = { key, code: `Key${key.toUpperCase()}`, keyCode: key.toUpperCase().charCodeAt(0), location: 0 };
    this.#send({ type: "key", kind: "down", ...input, isRepeated: false, modifiers: 0 });
    this.#send({ type: "key", kind: "up", ...input, isRepeated: false, modifiers: 0 });
    await shown;
    this.#next = undefined;
    return performance.now() - pressed;
  }

  close(): void {
    this.#socket.close();
  }

  #send(input: object): void {
    this.#socket.send(JSON.stringify(input));
  }
}
