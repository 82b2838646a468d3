import { storedName } from "./fields.ts";
import { limits } from "./limits.ts";

export const secretName = storedName(limits.secretNameLength).meta({
  description: "The secret's name, by which templates use it.",
});
