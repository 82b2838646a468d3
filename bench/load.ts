import { answerQuestions } from "./helper.ts";
import { bytesOf, type Call, Connection } from "./load/connection.ts";
import { quantile } from "./statistics.ts";

/** What the generator sends. */
export interface Job {
  port: number;
  connections: number;
  seconds: number;
  /** Sent in turn by each connection, starting at different ones. */
  calls: Call[];
  /** How the body of a correct response begins; any other counts as failed. */
  expects: string;
}

export interface Outcome {
  succeeded: number;
  failed: number;
  /** The first wrong response. */
  complaint: string | undefined;
  /** From the first call to the last response. */
  seconds: number;
  /** Milliseconds from call to response. */
  p50: number;
  p99: number;
}

/** Sends for the given time over all connections, each as fast as it gets responses. */
async function run({ port, connections, seconds, calls, expects }: Job): Promise<Outcome> {
  const requests = calls.map(bytesOf);
  const expected = Buffer.from(expects);
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const took: number[] = [];
  let failed = 0;
  let complaint: string | undefined;
  const begin = performance.now();
  const end = begin + seconds * 1_000;

  async function send(connection: Connection, first: number): Promise<void> {
    for (let next = first; performance.now() < end; next++) {
      const sent = performance.now();
      const { status, body } = await connection.send(requests[next % requests.length] as Buffer);
      if (body.subarray(0, expected.length).equals(expected)) took.push(performance.now() - sent);
      else {
        failed++;
        complaint ??= `${status} ${body.toString().slice(0, 300)}`;
      }
    }
  }

  await Promise.all(
    open.map((connection, index) => send(connection, Math.floor((index * calls.length) / connections))),
  );
  const lasted = (performance.now() - begin) / 1_000;
  for (const connection of open) connection.close();
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  return { succeeded: took.length, failed, complaint, seconds: lasted, p50, p99 };
}

answerQuestions(run);
