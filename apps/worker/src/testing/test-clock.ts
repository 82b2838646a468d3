import type { Context } from "@gatepost/domain/platform/context";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import type { NotificationHub } from "../runtime/notification-hub.ts";

/** The heartbeats of a worker that is there without a Worker: they keep its lease, and wake who waits, each second. */
export function startTestClock(ctx: Context, notifications: NotificationHub): ServiceClock {
  return new ServiceClock({
    async beat(seen) {
      const beat = await heartbeat({ ctx, input: { seen } });
      notifications.notifyAll();
      return beat;
    },
    report: () => {},
  });
}
