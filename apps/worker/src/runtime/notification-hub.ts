import { type CarriedValue, readHandedOver, valueChannel } from "@gatepost/domain/task/handed-over";
import { Signal } from "./signal.ts";

export const channels = { queued: "gatepost_queued", value: valueChannel, cancel: "gatepost_cancel" } as const;

/** Hands notifications of the database to those who wait. A lost one costs a poll interval, never a task. */
export class NotificationHub {
  /** Rings when a task was queued. */
  readonly queued = new Signal();
  readonly #values = new Map<number, Signal<CarriedValue>>();
  /** Hears of tasks that were cancelled. A lost notification costs what a lost value's does. */
  onCancel: (taskId: number) => void = () => {};

  /** Payloads name tasks, with commas between; some carry a value with its task's id. */
  hear(channel: string, payload: string): void {
    if (channel === channels.queued) this.queued.ring();
    if (channel === channels.value)
      for (const { taskId, carried } of readHandedOver(payload)) this.#values.get(taskId)?.ring(carried);
    if (channel === channels.cancel) for (const id of idsOf(payload)) this.onCancel(id);
  }

  /** What was said while nobody listened is unknown: lets everybody look once, as each heartbeat does. */
  notifyAll(): void {
    this.queued.ring();
    for (const bell of this.#values.values()) bell.ring();
  }

  /** Rings when the task received a value, with it where it was carried. Call it before looking, and `forget` afterwards. */
  value(taskId: number): Signal<CarriedValue> {
    const bell = new Signal<CarriedValue>();
    this.#values.set(taskId, bell);
    return bell;
  }

  forget(taskId: number): void {
    this.#values.delete(taskId);
  }
}

function idsOf(payload: string): number[] {
  return payload.split(",").map(Number);
}
