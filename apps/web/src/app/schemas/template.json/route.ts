import { templateJsonSchema } from "@gatepost/contract/json-schema";

const schema = JSON.stringify(templateJsonSchema());

export function GET(): Response {
  return new Response(schema, {
    headers: {
      "content-type": "application/schema+json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    },
  });
}
