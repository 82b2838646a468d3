import { route } from "../../http/call.ts";
import { endpoints } from "../../http/endpoints.ts";

export const POST = route(endpoints.cancelTask);
