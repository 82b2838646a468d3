import { openApi } from "@gatepost/contract/openapi";
import { demoSite } from "../../settings.ts";

const document = JSON.stringify(openApi(demoSite()));

export function GET(): Response {
  return new Response(document, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    },
  });
}
