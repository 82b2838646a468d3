import lighthouse from "lighthouse";

/** Lighthouse's points, from 0 to 100, for a page on a phone. */
export interface Judged {
  performance: number;
  accessibility: number;
  "best-practices": number;
  /** Kilobytes of script files that it loads, compressed. */
  scripts: number;
  /** What performance consists of: each metric with its value. */
  metrics: string;
}

export const lighthouseCategories = ["performance", "accessibility", "best-practices"] as const;

/** Opens the page in the browser whose debugging port that is, as Lighthouse's preset for phones does. */
export async function judge(url: string, port: number, headers: Record<string, string> = {}): Promise<Judged> {
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
