/** Bytes that the server takes. */
const maxBytes = 180_000;

/** Types that the server takes, and types to try in turn for a picture that must be made smaller. */
const taken = ["image/png", "image/jpeg", "image/webp"];
const smaller = [
  ["image/png", 1],
  ["image/webp", 0.9],
  ["image/webp", 0.7],
  ["image/jpeg", 0.7],
  ["image/jpeg", 0.4],
] as const;

/**
 * A picture in base64 for the server: the file itself if it is small enough, otherwise what the browser makes of it, with
 * `side` pixels at most. Rejects if the browser cannot read the file.
 */
export async function uploadPicture(file: File, side: number): Promise<string> {
  const picture = await createImageBitmap(file);
  if (taken.includes(file.type) && file.size <= maxBytes) return base64(file);
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const [type, quality] of smaller) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob && blob.size <= maxBytes) return base64(blob);
  }
  throw new Error("No quality is small enough.");
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
