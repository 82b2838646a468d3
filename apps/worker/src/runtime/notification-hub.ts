import { type CarriedValue, readValueNotification, valueChannel } from "@gatepost/domain/task/value-notification";
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
  receive(channel: string, payload: string): void {
    if (channel === channels.queued) this.queued.notify();
    if (channel === channels.value)
      for (const { taskId, carried } of readValueNotification(payload)) this.#values.get(taskId)?.notify(carried);
    if (channel === channels.cancel) for (const id of idsOf(payload)) this.onCancel(id);
  }

  /** What was said while nobody listened is unknown: lets everybody look once, as each heartbeat does. */
  notifyAll(): void {
    this.queued.notify();
    for (const valueSignal of this.#values.values()) valueSignal.notify();
  }

  /** Rings when the task received a value, with it where it was carried. Call it before looking, and `forget` afterwards. */
  value(taskId: number): Signal<CarriedValue> {
    const valueSignal = new Signal<CarriedValue>();
    this.#values.set(taskId, valueSignal);
    return valueSignal;
  }

  release(taskId: number): void {
    this.#values.delete(taskId);
  }
}

function idsOf(payload: string): number[] {
  return payload.split(",").map(Number);
}
