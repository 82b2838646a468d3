import sharp, { type Sharp } from "sharp";
import { DomainError } from "../platform/errors.ts";

// Of what libvips can read, files of these three formats alone: no SVG, which can name other files, and no rare decoder.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);

/**
 * Limits of an uploaded picture: bytes of the file, and pixels in all, because a small file can hold a huge picture. Of each
 * side too: a picture that is one pixel wide and millions high takes seconds to scale.
 */
const pictureLimits = { bytes: 180_000, pixels: 16_000_000, side: 16_384 };

/** Seconds that a picture may take. */
const seconds = 10;

/**
 * An uploaded PNG, JPEG or WebP (the first frame of an animated one), decoded and upright. Whatever is encoded from it
 * has the pixels alone: no place, camera or thumbnail, and nothing that followed the picture in its file.
 * ERROR_BAD_REQUEST says what is wrong with the file; `encode` fails in the same way if its pixels cannot be read.
 * ERROR_SERVICE_UNAVAILABLE while too many are uploaded at once, by the account or by all.
 */
export async function encodePicture<Encoded>(
  { file, accountId }: { file: Uint8Array; accountId: number },
  encode: (picture: Sharp) => Promise<Encoded>,
): Promise<Encoded> {
  if (file.byteLength > pictureLimits.bytes)
    throw new DomainError("ERROR_BAD_REQUEST", "The picture's file is larger than 180 KB.");
  return oneAtATime(accountId, async () => {
    try {
      const picture = sharp(file, { limitInputPixels: pictureLimits.pixels, failOn: "error" });
      const { width, height } = await picture.metadata();
      if (Math.max(width, height) > pictureLimits.side) throw new Error("side limit");
      return await encode(picture.timeout({ seconds }).autoOrient());
    } catch (error) {
      throw new DomainError("ERROR_BAD_REQUEST", reason(error));
    }
  });
}

/** How many pictures may be uploaded at once: in all, and by one account, so that others are not refused because of it. */
const maxUploads = { all: 48, account: 6 };
/** The account of each upload under way. */
const uploading: number[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * One picture at a time in each process, because each takes memory by its pixels, and a thread that passwords need too.
 * Throws ERROR_SERVICE_UNAVAILABLE if too many have to wait.
 */
async function oneAtATime<Encoded>(accountId: number, work: () => Promise<Encoded>): Promise<Encoded> {
  if (uploading.length >= maxUploads.all || uploading.filter((one) => one === accountId).length >= maxUploads.account)
    throw new DomainError("ERROR_SERVICE_UNAVAILABLE", "Too many pictures are being uploaded. Try again in a moment.");
  uploading.push(accountId);
  const result = last.then(work);
  last = result.catch(() => {});
  try {
    return await result;
  } finally {
    uploading.splice(uploading.indexOf(accountId), 1);
  }
}

function reason(error: unknown): string {
  const { message } = error as Error;
  if (/pixel limit/.test(message)) return "The picture has more than 16 million pixels.";
  if (/side limit/.test(message)) return "The picture is wider or higher than 16,384 pixels.";
  if (/unsupported image format|Buffer is empty/.test(message)) return "The file is not a PNG, JPEG or WebP picture.";
  return "The picture's file is damaged.";
}
