import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { openJudge, pointsOf } from "../lighthouse.ts";

/** The shortest page, one with much code, and the longest. */
const pages = ["/docs", "/docs/quick-start", "/docs/reference"];
const queries = ["callback", "selector list", "ERROR_STEP_FAILED", "backup restore", "tempalte", "zzzz"];

/** Pages of the documentation: what Lighthouse says of them, and how long a search takes. */
export async function docsPagesRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("docs");
  await using web = await installation.startWeb("direct", {});
  const url = `http://127.0.0.1:${web.port}`;
  const search = async (query: string) => {
    const began = performance.now();
    await (await fetch(`${url}/docs/search/results?q=${encodeURIComponent(query)}`)).json();
    return performance.now() - began;
  };
  // The first one makes the index.
  await search("warm");
  const slowest: number[] = [];
  for (let round = 0; round < lab.rounds; round++) {
    const taken: number[] = [];
    for (const query of queries) taken.push(await search(query));
    slowest.push(Math.max(...taken));
  }
  await using lighthouse = await openJudge(lab.say);
  const judged = [];
  for (const page of pages) judged.push(...(await lighthouse.judge(url + page, 1)));
  return [
    {
      row: "P10",
      what: "search of the documentation, the slowest of six",
      unit: "ms",
      subject: slowest,
      asked: { atMost: 50 },
    },
    ...pointsOf("documentation", judged, 97, judged.map(({ metrics }, n) => `${pages[n]}: ${metrics}`).join("; ")),
  ];
}
