import { endpoints } from "../../server/endpoints.ts";
import { route } from "../../server/route.ts";

export const POST = route(endpoints.createTask);
