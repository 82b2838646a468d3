import cluster from "node:cluster";
import { isMainThread } from "node:worker_threads";

/*
 * Loaded into web and worker before anything else: when the launcher dies without a word, its pipe closes, and they stop
 * as if it had asked them to. Their own processes follow them in turn.
 */
if (isMainThread && cluster.isPrimary && process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
