import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../tests/free-port.ts";
import { programOf } from "./browsers.ts";
import type { Finding } from "./findings.ts";

/** Lighthouse's points, from 0 to 100, for a page on a phone. */
interface Judged {
  performance: number;
  accessibility: number;
  "best-practices": number;
  /** Kilobytes of script files that it loads, compressed. */
  scripts: number;
  /** What performance consists of: each metric with its value. */
  metrics: string;
}

const lighthouseCategories = ["performance", "accessibility", "best-practices"] as const;

/** The full browser, and what Lighthouse says there of a page, in each of several rounds. */
export async function openJudge(say: (line: string) => void) {
  const port = await freePort();
  const browser: Browser = await chromium.launch({
    executablePath: await programOf("full"),
    args: [`--remote-debugging-port=${port}`],
  });
  return {
    browser,
    async judge(url: string, rounds: number, headers: Record<string, string> = {}): Promise<Judged[]> {
      const judged: Judged[] = [];
      while (judged.length < rounds) {
        say(`Lighthouse, ${new URL(url).pathname}, round ${judged.length + 1}`);
        judged.push(await judgeOnce(url, port, headers));
      }
      return judged;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** The points of row P10 for each category. */
export function pointsOf(what: string, judged: readonly Judged[], performance: number, note?: string): Finding[] {
  return lighthouseCategories.map((category) => ({
    row: "P10",
    what: `${what}, Lighthouse mobile: ${category}`,
    unit: "points",
    subject: judged.map((one) => one[category]),
    asked: { atLeast: category === "performance" ? performance : 100 },
    ...(note !== undefined && category === "performance" && { note }),
  }));
}

/** Opens the page in the browser whose debugging port that is, as Lighthouse's preset for phones does. */
async function judgeOnce(url: string, port: number, headers: Record<string, string>): Promise<Judged> {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    extraHeaders: headers,
    onlyCategories: [...lighthouseCategories],
  });
  if (!result) throw new Error("Lighthouse said nothing.");
  const { categories, audits } = result.lhr;
  const points = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const requests = audits["network-requests"]?.details as { items?: { resourceType: string; transferSize: number }[] };
  const scripts = (requests?.items ?? []).filter(({ resourceType }) => resourceType === "Script");
  const metrics = categories.performance?.auditRefs.filter(({ group }) => group === "metrics") ?? [];
  return {
    performance: points("performance"),
    accessibility: points("accessibility"),
    "best-practices": points("best-practices"),
    scripts: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_024,
    metrics: metrics.map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(", "),
  };
}
