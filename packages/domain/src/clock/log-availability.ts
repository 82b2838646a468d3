import { log } from "../log.ts";
import type { ServiceClockOptions } from "./service-clock.ts";

/** Logs once when the database becomes unavailable, with what to do, and once when it is back. */
export const logAvailability: ServiceClockOptions["report"] = ({ unavailable, ...back }) =>
  unavailable ? log("database unavailable", { ...unavailable }, "error") : log("database available", { ...back });
