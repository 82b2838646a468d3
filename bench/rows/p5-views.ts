import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import type { Lab, Load } from "../lab.ts";
import { callNote, ratesOf } from "../notes.ts";
import { start } from "../program.ts";
import { loadInTurn } from "../rounds.ts";

/** Views of one busy application, each answered after its commit, compared with one upsert per event. */
export async function viewsRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p5");
  const softId = await newApplication(installation.operator, await newAccount(installation.operator));
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
  const load: Load = {
    calls: [{ verb: "GET", path: `/apps/${softId}`, headers: { "user-agent": userAgent } }],
    expects: '{"errorId":0}',
  };
  await using counting = await start("subjects/record-view.ts", installation.env);
  await using upserting = await start("floors/upsert-per-event.ts", installation.adminEnv);

  const { measured, answered } = await loadInTurn(lab, { subject: [counting, load], floor: [upserting, load] });

  const [found] = await installation.query<{ views: number; floor: string }>(
    `select (select sum(n) from count where metric = 'view' and application_id = $1)::bigint as views,
            (select sum(n) from view_count)::bigint as floor`,
    [softId],
  );
  for (const [what, n, sent] of [
    ["views", found?.views, answered.subject],
    ["events of the floor", found?.floor, answered.floor],
  ] as const)
    if (Number(n) !== sent) throw new Error(`${sent} ${what} were answered, and ${n} counted.`);

  return [
    ratesOf(measured, {
      row: "P5",
      what: "views of one application",
      floorName: "an upsert an event",
      asked: { atLeast: 6 },
      note: callNote(measured),
    }),
  ];
}
