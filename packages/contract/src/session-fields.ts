import { storedName } from "./fields.ts";
import { limits } from "./limits.ts";

export const sessionName = storedName(limits.sessionNameLength).meta({ description: "The session's name." });
