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
