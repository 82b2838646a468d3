import { getPublicApplication, type PublicApplication } from "@gatepost/domain/applications/applications";
import type { getScreenshot } from "@gatepost/domain/applications/pictures";
import { softIdIn } from "../http/path-ids.ts";
import { visitor } from "../opened-container.ts";

/** A stored picture of an application: immutable under its version, and nothing but a picture whatever its bytes are. */
export async function pictureAnswer(
  getPicture: typeof getScreenshot,
  type: "image/png" | "image/webp",
  { softId: segment, version }: { softId: string; version: string },
): Promise<Response> {
  const softId = /^[\da-f]+$/.test(version) ? softIdIn(segment) : undefined;
  const picture = softId ? await getPicture({ ctx: visitor(), input: { softId, version } }) : null;
  if (!picture) return new Response("There is no such picture.\n", { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}

/** The application that a path segment names; null if the segment is not a softId, or the application is not public. */
export async function findPublicApplication(segment: string): Promise<PublicApplication | null> {
  const softId = softIdIn(segment);
  return softId === undefined ? null : getPublicApplication({ ctx: visitor(), input: { softId } });
}
