import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import { measureNotify } from "../floors/bare-notify.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { bytesOf, Connection } from "../load/connection.ts";
import { startPeer } from "../peers.ts";
import { type Program, start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import { taskBody } from "./task-calls.ts";
import { type Taken, type Waited, WaitingCalls, type WaitingSource } from "./waiting.ts";

const sizes = [1, 50, 500];
const burst = 500;

/** From a push over HTTP until a worker has its value, compared with save + NOTIFY + held request. */
export async function pushRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p3");
  await using path = await installation.startWeb("direct");
  await using worker = await start("subjects/waiting-worker.ts", installation.workerEnv);
  await using floor = await start("floors/held-request.ts", installation.adminEnv);
  await using client = await start("floors/waiting-client.ts", { FLOOR_PORT: String(floor.port) });
  const tasks = new WaitingCalls(await taskSource(installation, path, worker));
  const requests = new WaitingCalls(requestSource(floor, client));
  await using peer = (await startPeer("peers/wait-dbos.ts", installation.adminEnv, lab.say)) ?? null;
  const workflows = peer && new WaitingCalls(requestSource(peer, peer));

  for (const waiting of [tasks, requests, ...(workflows ? [workflows] : [])]) {
    await waiting.serveOneByOne(1, lab.samples / 2);
    await waiting.serveAll(burst);
  }
  const findings: Finding[] = [];
  for (const size of sizes) {
    const { subject, held, dbos } = await interleave(lab, {
      subject: () => tasks.serveOneByOne(size, lab.samples),
      held: () => requests.serveOneByOne(size, lab.samples),
      dbos: async () => workflows?.serveOneByOne(size, lab.samples),
    });
    for (const [part, max] of [
      ["p50", 1.5],
      ["p99", 2],
    ] as const) {
      const side = (waited: (Waited | undefined)[]) => waited.map((one) => one?.[part] ?? Number.NaN);
      const line = { row: "P3", what: `push → taken, ${size} waiting, ${part}`, unit: "ms" } as const;
      findings.push(
        { ...line, subject: side(subject), floor: side(held), floorName: "N-HTTP", asked: { atMost: max } },
        ...(peer ? [{ ...line, subject: side(subject), floor: side(dbos), floorName: "DBOS send, recv" }] : []),
      );
    }
  }
  const bursts = await interleave(lab, {
    subject: () => tasks.serveAll(burst),
    held: () => requests.serveAll(burst),
    dbos: async () => workflows?.serveAll(burst) ?? Number.NaN,
  });
  const notify = await measureNotify(installation.adminEnv.DATABASE_URL as string, lab.samples);
  findings.push({
    row: "P3",
    what: `push → taken, a burst of ${burst}`,
    unit: "/s",
    asked: { atLeast: 1 },
    subject: bursts.subject,
    floor: bursts.held,
    floorName: "N-HTTP",
    note: `pushed over 32 connections. Floor N, a bare NOTIFY: ${quantile(notify, 0.5).toFixed(2)} ms (p50) and ${quantile(notify, 0.99).toFixed(2)} ms (p99).`,
  });
  if (peer)
    findings.push({
      row: "P3",
      what: `push → taken, a burst of ${burst}`,
      unit: "/s",
      subject: bursts.subject,
      floor: bursts.dbos,
      floorName: "DBOS send, recv",
    });
  return findings;
}

/** Tasks of one account that wait for a code in one worker. */
async function taskSource({ operator }: BenchInstallation, path: Program, worker: Program): Promise<WaitingSource> {
  const account = await newAccount(operator, { balance: 1_000_000 });
  const softId = await newApplication(operator, account);
  const create = bytesOf({ verb: "POST", path: "/createTask", body: taskBody(account.clientKey, softId) });
  return {
    port: path.port,
    async admit(count) {
      const connections = await Promise.all(
        Array.from({ length: Math.min(32, count) }, () => Connection.open(path.port)),
      );
      const ids: number[] = [];
      let open = count;
      await Promise.all(
        connections.map(async (connection) => {
          while (open-- > 0) {
            const { body } = await connection.send(create);
            ids.push((JSON.parse(body.toString()) as { taskId: number }).taskId);
          }
          connection.close();
        }),
      );
      await worker.ask(count);
      return ids;
    },
    path: "/pushAntiGateVariable",
    pushBody: (taskId, value) =>
      JSON.stringify({ clientKey: account.clientKey, taskId, name: "2fa_input_value", value }),
    onTaken: (handle) => worker.onEvent((event) => handle(event as Taken)),
  };
}

/** Requests that a minimal server holds until their value comes. */
function requestSource(floor: Program, client: Program): WaitingSource {
  let last = 0;
  return {
    port: floor.port,
    async admit(count) {
      const ids = Array.from({ length: count }, () => ++last);
      await client.ask(ids);
      return ids;
    },
    path: "/push",
    pushBody: (taskId, value) => JSON.stringify({ taskId, value }),
    onTaken: (handle) => client.onEvent((event) => handle(event as Taken)),
  };
}
