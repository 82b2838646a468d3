import { createServer, connect as openSocket, type Socket } from "node:net";
import { liveEnds } from "@gatepost/contract/live";
import { issueTicket } from "@gatepost/domain/live/live-ticket";
import { createVault } from "@gatepost/domain/platform/vault";
import { afterAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type Connection, serveLive, type Watchable } from "../../apps/worker/src/live/live-server.ts";
import { newAccount, newQueuedTask } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { changePortal, newPortalSession } from "../portal-session.ts";
import { openTestWorker } from "./test-worker.ts";
import { openInstallation } from "./wire.ts";

/** Row L6: who sees a live page, and for how long; and what is said where no way leads to it. */

/** What the worker would show to watchers and take from them, if it had a browser. */
class CountingPage implements Watchable {
  readonly connections: Connection[] = [];
  readonly inputs: unknown[] = [];
  left = 0;
  leftForGood = 0;

  add(connection: Connection) {
    this.connections.push(connection);
    connection.sendFrame(Buffer.from("a frame"));
    return {
      receive: (input: unknown) => void this.inputs.push(input),
      leave: (isForGood: boolean) => {
        this.left += 1;
        this.leftForGood += Number(isForGood);
      },
    };
  }
}

const { installation, operator } = await openInstallation();
const worker = await openTestWorker(operator);
const pages = new Map<number, CountingPage>();
const live = await serveLive({ port: 0, address: "127.0.0.1" }, operator, (taskId) => pages.get(taskId));
afterAll(() => live.close());

const announce = (liveAddress: string | null) =>
  operator.db.prisma.worker.update({ where: { id: worker.workerId }, data: { liveAddress } });
await announce(live.address);

async function post(path: string, body: unknown, cookie = "") {
  const response = await changePortal(installation.url, path, body, cookie);
  expect(response.status, path).toBe(200);
  return response;
}

/** Somebody who is signed in, and their task, which a worker runs. */
async function newPerson() {
  const { accountId } = await newAccount(operator);
  const cookie = await newPortalSession({ operator }, accountId);
  const taskId = await newQueuedTask(operator, { accountId });
  await worker.claim(taskId);
  const page = new CountingPage();
  pages.set(taskId, page);
  return { cookie, taskId, accountId, page };
}

/** The path of a new link to the task's page. */
async function newLiveLink({ taskId, cookie }: { taskId: number; cookie: string }, control: boolean): Promise<string> {
  const made = await post("/api/trpc/tasks.createLiveLink", { json: { taskId, control } }, cookie);
  return ((await made.json()) as { result: { data: { json: { path: string } } } }).result.data.json.path;
}
const tokenOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

interface Watched {
  frames: number;
  opened: Promise<void>;
  /** The close code, once it is closed; the HTTP status if it was refused. */
  end: Promise<number>;
  /** Reads nothing any more. */
  pause(): void;
  send(message: unknown): void;
}

/** What a browser, or somebody who pretends to be one, gets to see. */
function watch(opening: unknown, headers: Record<string, string>, origin = installation.url): Watched {
  const socket = new WebSocket(`${installation.url.replace("http", "ws")}/live`, { headers: { origin, ...headers } });
  return watched(socket, opening);
}

function watched(socket: WebSocket, opening?: unknown): Watched {
  const end = Promise.withResolvers<number>();
  const opened = Promise.withResolvers<void>();
  const seen = {
    frames: 0,
    opened: opened.promise,
    end: end.promise,
    pause: () => socket.pause(),
    send: (message: unknown) => socket.send(JSON.stringify(message)),
  };
  socket.on("open", () => opened.resolve());
  socket.on("open", () => opening !== undefined && seen.send(opening));
  socket.on("message", (_, isBinary) => {
    if (isBinary) seen.frames += 1;
  });
  socket.on("unexpected-response", (_, { statusCode }) => end.resolve(statusCode ?? 0));
  socket.on("error", () => {});
  socket.on("close", (code) => end.resolve(code));
  return seen;
}

const seesIt = (one: Watched) => vi.waitFor(() => expect(one.frames).toBe(1), { timeout: 10_000 });

test("the person whose task it is sees it, and nobody else does", async () => {
  const [owner, stranger] = [await newPerson(), await newPerson()];
  await seesIt(watch({ taskId: owner.taskId }, { cookie: owner.cookie }));
  const { denied } = liveEnds;
  const shown = owner.page.connections.length;
  for (const [end, one] of [
    [denied, watch({ taskId: owner.taskId }, { cookie: stranger.cookie })],
    [denied, watch({ taskId: owner.taskId }, {})],
    [denied, watch({ taskId: 2 ** 31 }, { cookie: owner.cookie })],
    [denied, watch({ link: "A".repeat(32) }, { cookie: owner.cookie })],
    [denied, watch({ taskId: owner.taskId, link: "x" }, { cookie: owner.cookie })],
    [denied, watch("no opening", { cookie: owner.cookie })],
    [403, watch({ taskId: owner.taskId }, { cookie: owner.cookie }, "https://evil.example")],
    [403, watch({ taskId: owner.taskId }, { cookie: owner.cookie, "sec-fetch-site": "cross-site" })],
    [403, watch({ taskId: owner.taskId }, { cookie: owner.cookie, host: "evil.example" })],
  ] as const) {
    expect(await one.end).toBe(end);
    expect(one.frames).toBe(0);
  }
  expect(owner.page.connections).toHaveLength(shown);
});

test("signing out, a suspension and the task's end each end it within a second", async () => {
  const ends: [(person: Awaited<ReturnType<typeof newPerson>>) => Promise<unknown>, number][] = [
    [({ cookie }) => post("/api/auth/sign-out", {}, cookie), liveEnds.denied],
    [
      ({ accountId }) =>
        operator.db.prisma.account.update({ where: { id: accountId }, data: { suspendedAt: new Date() } }),
      liveEnds.denied,
    ],
    [({ taskId, cookie }) => post("/api/trpc/tasks.cancel", { json: { taskId } }, cookie), liveEnds.over],
  ];
  for (const [end, code] of ends) {
    const person = await newPerson();
    const one = watch({ taskId: person.taskId }, { cookie: person.cookie });
    await seesIt(one);
    await end(person);
    const ended = performance.now();
    expect(await one.end).toBe(code);
    expect(performance.now() - ended).toBeLessThan(5_000);
  }
});

test("a worker accepts only tickets of its installation: each once, in time, for its task and right", async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  const ticket = {
    taskId: one.taskId,
    right: "control",
    holder: "user 1",
    client: "tab",
    name: "Ada",
    until: Date.now() + 60_000,
  } as const;
  const connect = (text: string) =>
    watched(new WebSocket(`ws://${live.address}/`, { headers: { authorization: `Bearer ${text}` } }));
  const good = issueTicket(operator.vault, ticket);
  await seesIt(connect(good));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 120_000 });
  const old = issueTicket(operator.vault, ticket);
  vi.useRealTimers();
  const changed = Buffer.from(issueTicket(operator.vault, ticket), "base64url");
  changed[20] = (changed[20] as number) ^ 1;
  for (const [why, text] of Object.entries({
    replayed: good,
    old,
    expired: issueTicket(operator.vault, { ...ticket, until: Date.now() - 1 }),
    changed: changed.toString("base64url"),
    foreign: issueTicket(createVault("another secret of thirty-two letters"), ticket),
    guessed: Buffer.alloc(200, 7).toString("base64url"),
    none: "",
  })) {
    const refused = connect(text);
    expect([why, await refused.end, refused.frames]).toEqual([why, 403, 0]);
  }
  expect(one.page.connections).toHaveLength(1);
  expect(other.page.connections).toHaveLength(0);

  const viewing = connect(issueTicket(operator.vault, { ...ticket, right: "view" }));
  await seesIt(viewing);
  viewing.send({ type: "text", text: "canary" });
  expect(await viewing.end).toBe(liveEnds.denied);
  expect(one.page.inputs).toEqual([]);
  const brief = connect(issueTicket(operator.vault, { ...ticket, until: Date.now() + 300 }));
  await seesIt(brief);
  expect(await brief.end).toBe(liveEnds.denied);
});

test("a link shows its task's page alone, with its right, until it is revoked, over, or its wait is", async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  const link = async (control: boolean) => tokenOf(await newLiveLink(one, control));
  const viewing = watch({ link: await link(false) }, {});
  await seesIt(viewing);
  viewing.send({ type: "take" });
  expect(await viewing.end).toBe(liveEnds.denied);
  expect(one.page.inputs).toEqual([]);

  const controlling = watch({ link: await link(true) }, {});
  await seesIt(controlling);
  controlling.send({ type: "take" });
  await vi.waitFor(() => expect(one.page.inputs).toEqual([{ type: "take" }]));
  await post("/api/trpc/tasks.revokeLinks", { json: { taskId: one.taskId } }, one.cookie);
  expect(await controlling.end).toBe(liveEnds.denied);
  await vi.waitFor(() => expect(one.page.leftForGood).toBe(1));
  expect(other.page.connections).toEqual([]);
});

test("a link's page is for frames of answer pages and of the origins that its account lists, and no other page is for any", async () => {
  const person = await newPerson();
  const path = await newLiveLink(person, false);
  const framesOf = async (page: string, headers: Record<string, string> = {}) => {
    const accept = { accept: "text/html", ...headers };
    const response = await fetch(installation.url + page, { headers: accept });
    await response.arrayBuffer();
    const policy = response.headers.get("content-security-policy") ?? "";
    return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  };
  expect(await framesOf(path)).toBe("'self'");
  const origins = ["https://app.example.com", "https://other.example.com"];
  await post("/api/trpc/account.setEmbedOrigins", { json: { origins } }, person.cookie);
  expect(await framesOf(path)).toBe(`'self' ${origins.join(" ")}`);
  // What the host tells the pages cannot be sent by a client.
  const forged = { "x-gatepost-frames": "*" };
  for (const page of [path, `${path}/`]) expect(await framesOf(page, forged)).toBe(`'self' ${origins.join(" ")}`);
  for (const page of [`/live/${"A".repeat(32)}`, "/sign-in", "/dashboard"])
    expect([page, await framesOf(page, forged)]).toEqual([page, "'none'"]);
  const withoutAccept = await fetch(installation.url + path, { headers: { ...forged, accept: "*/*" } });
  expect(withoutAccept.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

/** A client that answers neither that its connection ends nor pings, and keeps its side of the connection open. */
function rudeClient(address: string, headers: Record<string, string>) {
  const [host, port] = address.split(":");
  const socket: Socket = openSocket({ host, port: Number(port), allowHalfOpen: true });
  const [ended, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Also where it is reset.
  socket.on("error", () => {});
  socket.on("close", () => closed.resolve());
  socket.on("end", () => ended.resolve());
  socket.resume();
  const upgrade = { host: address, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  const key = Buffer.alloc(16).toString("base64");
  const lines = Object.entries({ ...upgrade, "sec-websocket-key": key, ...headers });
  const head = ["GET /live HTTP/1.1", ...lines.map(([name, value]) => `${name}: ${value}`), "", ""];
  socket.write(head.join("\r\n"));
  return {
    /** The other side sends nothing more. */
    ended: ended.promise,
    closed: closed.promise,
    socket,
    /** Its mask has only zeros. */
    send(message: unknown) {
      const payload = Buffer.from(JSON.stringify(message));
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 + payload.length, 0, 0, 0, 0]), payload]));
    },
  };
}

test("whoever goes on sending after a revocation reaches nobody, and is cut off", async () => {
  const person = await newPerson();
  const { taskId, cookie, page } = person;
  const token = tokenOf(await newLiveLink(person, true));
  const client = rudeClient(new URL(installation.url).host, { origin: installation.url });
  await new Promise((resolve) => client.socket.once("data", resolve));
  client.send({ link: token });
  await vi.waitFor(() => expect(page.connections).toHaveLength(1), { timeout: 10_000 });
  await post("/api/trpc/tasks.revokeLinks", { json: { taskId } }, cookie);
  await vi.waitFor(() => expect(page.left).toBe(1), { timeout: 10_000 });
  client.send({ type: "take" });
  await client.ended;
  expect(page.inputs).toEqual([]);
});

test("a client that is refused, or shows a worker nothing, cannot keep its connection, with the site or with a worker", async () => {
  const [host, port] = live.address.split(":");
  const silent = openSocket({ host, port: Number(port) }).resume();
  const closed = new Promise((resolve) => silent.once("close", resolve));
  for (const client of [
    rudeClient(new URL(installation.url).host, { origin: "https://evil.example" }),
    rudeClient(live.address, { authorization: "Bearer none" }),
  ]) {
    await client.ended;
    // Only a connection that is closed on the other side is reset.
    const writing = setInterval(() => client.socket.write("x"), 20);
    await client.closed;
    clearInterval(writing);
  }
  await closed;
});

test("of somebody who has not said what they want to see, little is read, and few at once are heard", async () => {
  const { taskId, cookie, page } = await newPerson();
  expect(await watch({ taskId, client: "x".repeat(5_000) }, { cookie }).end).toBe(1006);
  const silent = Array.from({ length: 20 }, () => watch(undefined, {}));
  await Promise.all(silent.map((one) => one.opened));
  expect(await watch({ taskId }, { cookie }).end).toBe(liveEnds.full);
  for (const one of silent) expect(await one.end).toBe(liveEnds.denied);
  expect(page.connections).toEqual([]);
  await seesIt(watch({ taskId }, { cookie }));
});

test("a browser that asks for frames and reads none is cut off before they fill the memory", async () => {
  const { taskId, cookie, page } = await newPerson();
  const one = watch({ taskId }, { cookie });
  await seesIt(one);
  one.pause();
  const frame = Buffer.alloc(1024 * 1024);
  const sending = setInterval(() => page.connections[0]?.sendFrame(frame), 20);
  await vi.waitFor(() => expect(page.left).toBe(1), { timeout: 20_000 });
  clearInterval(sending);
});

test("a browser whose network is gone is noticed, so that it keeps the page no longer than one that says so", async () => {
  const { taskId, cookie, page } = await newPerson();
  const client = rudeClient(new URL(installation.url).host, { origin: installation.url, cookie });
  await new Promise((resolve) => client.socket.once("data", resolve));
  client.send({ taskId });
  await vi.waitFor(() => expect(page.connections).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(() => expect(page.left).toBe(1), { timeout: 40_000 });
}, 60_000);

test("L5: where no way leads to the worker, it is said within two seconds", async () => {
  const { taskId, cookie } = await newPerson();
  // It accepts connections, and answers nothing.
  const silent = createServer();
  const silentPort = await freePort();
  await new Promise<void>((resolve) => silent.listen(silentPort, "127.0.0.1", resolve));
  try {
    for (const address of [null, `127.0.0.1:${await freePort()}`, `127.0.0.1:${silentPort}`, "192.0.2.1:9"]) {
      await announce(address);
      const began = performance.now();
      expect([address, await watch({ taskId }, { cookie }).end]).toEqual([address, liveEnds.unreachable]);
      expect(performance.now() - began).toBeLessThan(2_500);
    }
  } finally {
    await announce(live.address);
    silent.close();
  }
});
