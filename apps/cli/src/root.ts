import { join } from "node:path";

/** The top folder of the checkout. */
export const ROOT = join(import.meta.dirname, "../../..");
