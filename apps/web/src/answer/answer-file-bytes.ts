import { fileBytes } from "@gatepost/contract/limits";
import type { Settings } from "@gatepost/domain/context";

/** Bytes of a file whose base64 fits in a value, with its name and type. */
export function answerFileBytes({ largeBodyBytes }: Pick<Settings, "largeBodyBytes">): number {
  return (fileBytes(largeBodyBytes) * 3) / 4 - 2 * 1024;
}
