import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Step } from "@gatepost/contract/steps";
import { Gatepost } from "gatepost";
import { WebSocket } from "ws";
import { newAccount, newTemplate } from "../../tests/factories.ts";
import { listen } from "../../tests/listen.ts";
import type { Lab } from "../lab.ts";

const pages: Record<string, string> = {
  "/field": '<input id="field" autofocus style="font: 20px monospace; width: 600px">',
  "/animated":
    '<div id="box" style="position: absolute; width: 200px; height: 200px; background: teal"></div><script>' +
    "const move = (at) => { box.style.left = (at / 4) % 1000 + 'px'; requestAnimationFrame(move); }; requestAnimationFrame(move);</script>",
};

/** An installation whose worker runs tasks at a site of these pages. */
export async function openLiveLab(lab: Lab, { name, slots }: { name: string; slots: number }) {
  await using opened = new AsyncDisposableStack();
  const site = createServer(({ url = "/" }, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><body>${pages[url] ?? ""}`);
  });
  const address = `127.0.0.1:${(await listen(site)).port}`;
  opened.defer(() => void site.close());
  const reach = { GATEPOST_EGRESS_ALLOW: address };
  const installation = opened.use(await lab.newInstallation(name));
  const web = opened.use(await installation.startWeb("direct", reach));
  const worker = opened.use(await installation.startWorker("shell", { ...reach, WORKER_SLOTS: String(slots) }));
  const account = await newAccount(installation.operator);
  const origin = `http://127.0.0.1:${web.port}`;
  const client = new Gatepost({ baseUrl: origin, clientKey: account.clientKey });
  const wait: Step = { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "end" } };
  const waiting = await newTemplate(installation.operator, account, [wait]);
  const all = opened.move();
  return {
    worker,
    account,
    installation,
    client,
    websiteURL: (path: string) => `http://${address}${path}`,
    /** Watches the live page of a new task at the site, with control. */
    async open(path: string): Promise<{ link: string; watch(): Promise<Watcher> }> {
      const task = { type: "AntiGateTask" as const, websiteURL: `http://${address}${path}`, templateName: waiting };
      const { taskId } = await client.createTask({ task: { ...task, variables: { end: "_WAIT_FOR_IT_" } } });
      for (;;) {
        const result = await client.getTaskResult({ taskId });
        if (result.status === "processing" && result.waitingFor.length > 0) break;
        await sleep(100);
      }
      const { url } = await client.createLiveLink({ taskId, control: true });
      const link = url.slice(url.lastIndexOf("/") + 1);
      return { link, watch: () => Watcher.open(origin, link) };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Somebody who watches: draws nothing, and asks for the next frame at once. */
export class Watcher {
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
