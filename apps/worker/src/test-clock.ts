import { heartbeat } from "@gatepost/domain/clock/heartbeat";
import { ServiceClock } from "@gatepost/domain/clock/service-clock";
import type { Context } from "@gatepost/domain/context";
import type { WakeUps } from "./wake-ups.ts";

/** The heartbeats of a worker that is there without a Worker: they keep its lease, and wake who waits, each second. */
export function startTestClock(ctx: Context, wakeUps: WakeUps): ServiceClock {
  return new ServiceClock({
    async beat(seen) {
      const beat = await heartbeat({ ctx, input: { seen } });
      wakeUps.ringAll();
      return beat;
    },
    report: () => {},
  });
}
