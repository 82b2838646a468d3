import { trimmedName } from "./fields.ts";
import { limits } from "./limits.ts";

export const sessionName = trimmedName(limits.sessionNameLength).meta({ description: "The session's name." });
