import type { ServiceClockOptions } from "@gatepost/domain/clock/service-clock";
import { log } from "@gatepost/domain/log";
import { outsideRequests } from "@gatepost/domain/request-id";
import { outageAdvice } from "./outage-advice.ts";

/** Logs once when the database becomes unavailable, with advice, and once when it is back, whichever request notices. */
export const logAvailability: ServiceClockOptions["report"] = ({ unavailable, ...back }) =>
  outsideRequests(() =>
    unavailable
      ? log("database unavailable", { code: unavailable, advice: outageAdvice(unavailable) }, "error")
      : log("database available", { ...back }),
  );
