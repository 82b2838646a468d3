import { resolve } from "node:path";
import type { Finding } from "./findings.ts";
import { start } from "./program.ts";

/** What a row's process reports at its end. */
export interface Measurement {
  findings: Finding[];
  postgres: string;
  rounds: number;
  others: number[];
}

interface MeasureOptions {
  quick: boolean;
  maxSeconds: number;
  say: (line: string) => void;
  folder?: string | undefined;
}

/**
 * Measures a row in a process of its own. Rejects with what went wrong there, or when it takes longer than that.
 * `folder`: another checkout of Gatepost, whose row it is then.
 */
export async function measureApart(
  name: string,
  { quick, maxSeconds, say, folder }: MeasureOptions,
): Promise<Measurement> {
  await using row = await start(folder ? resolve(folder, "bench/measure-row.ts") : "measure-row.ts");
  row.onEvent((event) => say((event as { line: string }).line));
  const late = Promise.withResolvers<never>();
  const patience = setTimeout(() => late.reject(new Error(`It took more than ${maxSeconds} s.`)), maxSeconds * 1_000);
  try {
    return await Promise.race([row.ask<Measurement>({ name, quick }), row.ended, late.promise]);
  } finally {
    clearTimeout(patience);
  }
}
