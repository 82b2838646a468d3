import { trimmedName } from "./fields.ts";
import { limits } from "./limits.ts";

export const secretName = trimmedName(limits.secretNameLength).meta({
  description: "The secret's name, by which templates use it.",
});
