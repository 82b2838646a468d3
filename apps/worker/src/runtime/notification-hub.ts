import { Signal } from "@gatepost/domain/platform/signal";
import { type CarriedValue, readValueNotification, valueChannel } from "@gatepost/domain/waits/value-notification";

export const channels = { queued: "gatepost_queued", value: valueChannel, cancel: "gatepost_cancel" } as const;

/** Passes database notifications on to their waiters. A lost one costs a poll interval, never a task. */
export class NotificationHub {
  /** Notified when a task was queued. */
  readonly queued = new Signal();
  readonly #values = new Map<number, Signal<CarriedValue>>();
  /** Called with tasks that were cancelled. A lost notification costs a poll interval, as for values. */
  onCancel: (taskId: number) => void = () => {};

  /** Payloads list task ids, separated by commas; some include a value. */
  receive(channel: string, payload: string): void {
    if (channel === channels.queued) this.queued.notify();
    if (channel === channels.value)
      for (const { taskId, carried } of readValueNotification(payload)) this.#values.get(taskId)?.notify(carried);
    if (channel === channels.cancel) for (const id of payload.split(",")) this.onCancel(Number(id));
  }

  /** Notifications sent while nobody listened are unknown, so everyone polls once. */
  notifyAll(): void {
    this.queued.notify();
    for (const taskId of this.#values.keys()) this.notifyValue(taskId);
  }

  /** A task that waits for a value polls once. */
  notifyValue(taskId: number): void {
    this.#values.get(taskId)?.notify();
  }

  /**
   * Notified when the task received a value, with the value if the notification carried it. Call this before polling, and
   * `release` afterwards.
   */
  value(taskId: number): Signal<CarriedValue> {
    const valueSignal = new Signal<CarriedValue>();
    this.#values.set(taskId, valueSignal);
    return valueSignal;
  }

  release(taskId: number): void {
    this.#values.delete(taskId);
  }
}
