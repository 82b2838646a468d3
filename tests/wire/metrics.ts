import { spawnSync } from "node:child_process";

/** The samples of a scrape: the value of each line, such as `gatepost_waits{age="under 1 minute"}`. */
export type Samples = Map<string, number>;

export async function scrape(url: string): Promise<{ text: string; samples: Samples }> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} said ${response.status}: ${text}`);
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  const pairs = lines.map((line) => {
    const space = line.lastIndexOf(" ");
    return [line.slice(0, space), Number(line.slice(space + 1))] as const;
  });
  return { text, samples: new Map(pairs) };
}

/** The names of metrics, as rules and dashboards write them: those of samples. */
export function namesOf(samples: Samples): Set<string> {
  return new Set([...samples.keys()].map((key) => key.replace(/\{.*/, "")));
}

/** Our metrics, and those of Node.js and Prometheus itself, that an expression reads. */
export function namesIn(expression: string): string[] {
  const withoutLabels = expression.replaceAll(/\{[^}]*\}/g, "").replaceAll(/\b(?:by|without) \([^)]*\)/g, "");
  return withoutLabels.match(/\b(?:gatepost|nodejs|process)_\w+\b/g) ?? [];
}

/** What Prometheus's own checker says, with its exit code; undefined if it is not installed. */
export function promtool(args: string[], options: { cwd?: string; input?: string } = {}) {
  const { error, status, stdout, stderr } = spawnSync("promtool", args, { ...options, encoding: "utf8" });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return undefined;
  return { status, output: stdout + stderr };
}
