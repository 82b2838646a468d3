import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

/**
 * Loaded before a program (NODE_OPTIONS=--import): SIGUSR2 begins a CPU profile, and the next one writes it to
 * PROFILE_FILE.
 */
const file = process.env.PROFILE_FILE as string;
let session: Session | undefined;

process.on("SIGUSR2", async () => {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: 500 });
    await session.post("Profiler.start");
    return;
  }
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  session = undefined;
  writeFileSync(file, JSON.stringify(profile));
});
