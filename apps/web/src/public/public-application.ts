import { getPublicApplication, type PublicApplication } from "@gatepost/domain/applications/applications";
import { softIdIn } from "../http/path-ids.ts";
import { visitor } from "../opened-container.ts";

/** A stored picture: immutable under its version, and nothing but a picture whatever its bytes are. */
export function pictureAnswer(picture: Uint8Array | null, type: "image/png" | "image/webp"): Response {
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
