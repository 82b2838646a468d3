import { endpoints } from "../../server/endpoints.ts";
import { route } from "../../server/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(endpoints.createAnswerLink);
