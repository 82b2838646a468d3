import type { Engine } from "@gatepost/contract/browser-settings";
import { ensureBrowsers } from "../apps/cli/src/up/chromium.ts";

/** The environment of a worker whose tasks run in the engine; without one, in the default engine. */
export async function browsersFor(engine?: Engine): Promise<Record<string, string>> {
  const found = await ensureBrowsers({ required: engine ? [engine] : [] });
  const program = (one: Engine) => (engine && one !== engine ? "none" : (found[one] ?? "none"));
  return { GATEPOST_HEADLESS_SHELL: program("shell"), GATEPOST_CHROMIUM: program("full") };
}

/** What findings call each engine. */
export const engineNames: Record<Engine, string> = { shell: "headless shell", full: "full browser" };

/** The program of an engine. */
export async function programOf(engine: Engine): Promise<string> {
  return (await ensureBrowsers({ required: [engine] }))[engine] as string;
}
