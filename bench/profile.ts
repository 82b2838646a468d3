import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** The shares (0 to 1) of the time in which the process did something, the greatest first. */
export type Parts = [name: string, part: number][];

const root = dirname(import.meta.dirname);

/** Waits for a profile that a program was asked to write, and deletes it. */
export async function readProfile(file: string): Promise<CpuProfile> {
  for (;;) {
    if (existsSync(file)) {
      try {
        const profile = JSON.parse(readFileSync(file, "utf8")) as CpuProfile;
        rmSync(file);
        return profile;
      } catch {
        // It is being written.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Own time by function and by the package of its code. */
export function partsOf({ nodes, samples, timeDeltas }: CpuProfile): { functions: Parts; owners: Parts } {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const owners = new Map<string, number>();
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    // Nor the profiler's own work.
    if (!frame || frame.functionName === "(idle)" || frame.url === "node:inspector") return;
    const time = timeDeltas[index] ?? 0;
    const owner = ownerOf(frame);
    const name = `${frame.functionName || "(anonymous)"} · ${owner.place}`;
    functions.set(name, (functions.get(name) ?? 0) + time);
    owners.set(owner.name, (owners.get(owner.name) ?? 0) + time);
  });
  return { functions: shares(functions), owners: shares(owners) };
}

function ownerOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): { name: string; place: string } {
  if (functionName === "(garbage collector)") return { name: "garbage collection", place: "V8" };
  if (functionName === "(program)" || url === "")
    return { name: "V8 and the system (sockets, timers)", place: "native" };
  if (url.startsWith("node:")) return { name: "Node.js", place: url };
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  if (library && !library.startsWith("@gatepost/")) return { name: library, place: library };
  return { name: "Gatepost", place: relative(root, path) };
}

function shares(times: Map<string, number>): Parts {
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([name, time]): [string, number] => [name, time / all]).toSorted(([, a], [, b]) => b - a);
}
