import { getApplicationIcon } from "@gatepost/domain/application/icon";
import { visitor } from "../../../../../server/container.ts";
import { softIdOf } from "../../../../../server/soft-id.ts";

/** An application's icon: always a PNG, and immutable under its version. */
export async function GET(request: Request, { params }: { params: Promise<{ softId: string }> }): Promise<Response> {
  const version = new URL(request.url).searchParams.get("v") ?? "";
  const softId = softIdOf((await params).softId);
  const asked = /^[\da-f]+$/.test(version);
  const picture = asked ? await getApplicationIcon({ ctx: visitor(), input: { softId, version } }) : null;
  if (!picture) return new Response("There is no such picture.\n", { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
