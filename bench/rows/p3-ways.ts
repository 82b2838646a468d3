import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { bytesOf, Connection } from "../load/connection.ts";
import { start } from "../program.ts";
import { interleave } from "../rounds.ts";
import type { VerbCall } from "../subjects/answering-verbs.ts";
import { openAnswerTimes, type Send } from "./answer-times.ts";

const ways = { portal: "portal", link: "answer link", inbound: "inbound code" } as const;

/** P3 in every way of answering, compared with the JSON push in the same run: from the call of the domain's function, and over HTTP. */
export async function waysRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p3ways");
  await using web = await installation.startWeb("direct", { GATEPOST_SIGNUP: "open" });
  await using verbs = await start("subjects/answering-verbs.ts", installation.env);
  await using times = await openAnswerTimes(installation, web);
  const called =
    (way: VerbCall["way"]): Send =>
    async (_, { account: { accountId }, ...answer }) =>
      BigInt(await verbs.ask<string>({ way, accountId, ...answer } satisfies VerbCall));
  const overHttp =
    (connection: Connection): Send =>
    async ({ path, headers, body }) => {
      const bytes = bytesOf({ verb: "POST", path, headers: { host: `127.0.0.1:${web.port}`, ...headers }, body });
      const sent = process.hrtime.bigint();
      const { status, body: answer } = await connection.send(bytes);
      if (status >= 300) throw new Error(`${path} was answered ${status} ${answer}`);
      return sent;
    };

  const measure = async (sendBy: (way: VerbCall["way"]) => Send) => {
    const side = (way: VerbCall["way"]) => () => times.p50(way, lab.samples, sendBy(way));
    const sides = { push: side("push"), portal: side("portal"), link: side("link"), inbound: side("inbound") };
    // What a side compiles and caches at first.
    for (const way of ["push", "portal", "link", "inbound"] as const)
      await times.p50(way, lab.samples / 2, sendBy(way));
    return interleave(lab, sides);
  };
  const direct = await measure(called);
  const connection = await Connection.open(web.port);
  const http = await measure(() => overHttp(connection));
  connection.close();
  const line = (what: string, { push, ...others }: typeof direct, asked?: Finding["asked"]) =>
    Object.entries(ways).map(
      ([way, name]): Finding => ({
        row: "P3",
        what: `${name} → taken, ${what}, p50`,
        unit: "ms",
        ...(asked && { asked }),
        subject: others[way as keyof typeof ways],
        floor: push,
        floorName: "JSON push",
      }),
    );
  return [
    ...line("from the function's call", direct, { atMost: 1.5 }),
    ...line("over HTTP, which Next.js serves", http),
  ];
}
