import cluster from "node:cluster";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into web and worker before anything else: if the launcher is killed, its pipe closes, and they stop as if it
 * had asked them to. Their own processes follow them in turn. In development, Next.js forks helpers that inherit this
 * and are kept alive by their channel alone, so the channel must stay referenced.
 */
const helper = process.argv[1]?.includes("jest-worker");
if (isMainThread && cluster.isPrimary && process.channel && !helper) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
