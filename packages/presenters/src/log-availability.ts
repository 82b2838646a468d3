import type { ServiceClockOptions } from "@gatepost/domain/clock/service-clock";
import { log } from "@gatepost/domain/log";
import { outageAdvice } from "./outage-advice.ts";

/** Logs once when the database becomes unavailable, with advice, and once when it is back. */
export const logAvailability: ServiceClockOptions["report"] = ({ unavailable, ...back }) =>
  unavailable
    ? log("database unavailable", { code: unavailable, advice: outageAdvice(unavailable) }, "error")
    : log("database available", { ...back });
