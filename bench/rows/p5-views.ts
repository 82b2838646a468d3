import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import type { Lab, Measured } from "../lab.ts";
import type { Call } from "../load/connection.ts";
import { cpuNote, cpuOfBoth, latencyNote, rates, total } from "../notes.ts";
import { start } from "../program.ts";
import { interleave } from "../rounds.ts";

/** Views of one busy application, each answered after its commit, compared with one upsert per event. */
export async function viewsRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p5");
  const softId = await newApplication(installation.operator, await newAccount(installation.operator));
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
  const calls: Call[] = [{ verb: "GET", path: `/apps/${softId}`, headers: { "user-agent": userAgent } }];
  await using counting = await start("subjects/record-view.ts", installation.env);
  await using upserting = await start("floors/upsert-per-event.ts", installation.adminEnv);

  const counted: Measured[] = [];
  const upserted: Measured[] = [];
  const measure = async (program: typeof counting, all: Measured[], seconds?: number) => {
    const measured = await lab.load(program, { calls, expects: '{"errorId":0}' }, seconds);
    all.push(measured);
    return measured;
  };
  await measure(counting, counted, lab.seconds / 2);
  await measure(upserting, upserted, lab.seconds / 2);
  const { subject, floor } = await interleave(lab, {
    subject: () => measure(counting, counted),
    floor: () => measure(upserting, upserted),
  });

  const [found] = await installation.query<{ views: number; floor: string }>(
    `select (select sum(n) from count where metric = 'view' and application_id = $1)::bigint as views,
            (select sum(n) from view_count)::bigint as floor`,
    [softId],
  );
  for (const [what, n, answered] of [
    ["views", found?.views, total(counted)],
    ["events of the floor", found?.floor, total(upserted)],
  ] as const)
    if (Number(n) !== answered) throw new Error(`${answered} ${what} were answered, and ${n} counted.`);

  return [
    {
      row: "P5",
      what: "views of one application",
      unit: "/s",
      subject: rates(subject),
      floor: rates(floor),
      floorName: "an upsert an event",
      ...cpuOfBoth(subject, floor),
      asked: { atLeast: 6 },
      note: `CPU a call: ${cpuNote(subject)}; floor ${cpuNote(floor)}. ${latencyNote(subject)}`,
    },
  ];
}
