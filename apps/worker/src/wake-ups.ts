import { Bell } from "./bell.ts";

export const channels = { queued: "gatepost_queued", value: "gatepost_value" } as const;

/** Hands notifications of the database to those who wait. A lost one costs a poll interval, never a task. */
export class WakeUps {
  /** Rings when a task was queued. */
  readonly queued = new Bell();
  readonly #values = new Map<number, Bell>();

  /** A payload of the value channel names the tasks that received a value, by commas. */
  hear(channel: string, payload: string): void {
    if (channel === channels.queued) this.queued.ring();
    else if (channel === channels.value) for (const id of payload.split(",")) this.#values.get(Number(id))?.ring();
  }

  /** What was said while nobody listened is unknown: let everybody look once. */
  ringAll(): void {
    this.queued.ring();
    for (const bell of this.#values.values()) bell.ring();
  }

  /** Rings when the task received a value. Call it before looking, and `forget` afterwards. */
  value(taskId: number): Bell {
    const bell = new Bell();
    this.#values.set(taskId, bell);
    return bell;
  }

  forget(taskId: number): void {
    this.#values.delete(taskId);
  }
}
