import cluster from "node:cluster";
import { isMainThread } from "node:worker_threads";

/*
 * Loaded into web and worker before anything else: when the launcher dies without a word, its pipe closes, and they stop
 * as if it had asked them to. Their own processes follow them in turn. Next.js, in
 * development, forks helpers that inherit this and live by their channel alone: let go, they would end before they answer.
 */
const helper = process.argv[1]?.includes("jest-worker");
if (isMainThread && cluster.isPrimary && process.channel && !helper) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
