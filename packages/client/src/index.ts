// biome-ignore-all lint/performance/noBarrelFile: a package is imported by one name.
export { type CallOptions, GatepostError, type GatepostOptions } from "./call.ts";
export {
  type Asking,
  Gatepost,
  type Methods,
  type Processing,
  type Ready,
  type RunOptions,
  type TaskResult,
  type Wait,
  type WatchOptions,
} from "./gatepost.ts";
export type { ErrorCode, ErrorDetails, MethodName, Requests, Responses } from "./methods.ts";
export { type Callback, fromBase64, type GatepostEvent, readWebhook, toFileValue } from "./webhooks.ts";
