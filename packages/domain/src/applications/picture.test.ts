import sharp from "sharp";
import { expect, test } from "vitest";
import { encodePicture } from "./pictures.ts";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0b665d" } });
const asPng = (file: Uint8Array) => encodePicture({ file, accountId: 1 }, (picture) => picture.png().toBuffer());
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>a()</script></svg>';

test.for(["png", "jpeg", "webp"] as const)("reads %s", async (format) => {
  const { width, height } = await sharp(await asPng(await blank(30, 20).toFormat(format).toBuffer())).metadata();
  expect([width, height]).toEqual([30, 20]);
});

const whole = await blank(300, 200).png().toBuffer();
/** A PNG whose header claims other sides than its pixels have. */
function claiming(width: number, height: number): Buffer {
  const png = Buffer.from(whole);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

test.for<[string, Uint8Array, string]>([
  ["SVG, which can run script and name files", Buffer.from(svg), "not a PNG, JPEG or WebP picture"],
  ["a GIF", await blank(9, 9).gif().toBuffer(), "not a PNG, JPEG or WebP picture"],
  ["nothing", Buffer.alloc(0), "not a PNG, JPEG or WebP picture"],
  ["half a picture", whole.subarray(0, 100), "damaged"],
  ["a header that lies", claiming(301, 200), "damaged"],
  ["a small file that is a huge picture", await blank(5_000, 5_000).webp().toBuffer(), "16 million pixels"],
  ["a header that claims a huge picture", claiming(60_000, 60_000), "16 million pixels"],
  ["a long line", await blank(1, 16_385).png().toBuffer(), "higher than 16,384 pixels"],
  ["too many bytes", Buffer.alloc(180_001), "180 KB"],
])("refuses %s", async ([, file, message]) => {
  await expect(asPng(file)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringContaining(message),
  });
});

test("keeps the pixels alone: no metadata, and nothing that followed the picture in its file", async () => {
  const photograph = await blank(30, 20)
    .withExif({ IFD0: { Copyright: "where it was taken" } })
    .jpeg()
    .toBuffer();
  const png = await asPng(Buffer.concat([photograph, Buffer.from("<script>a()</script>")]));
  expect(photograph.includes("where it was taken")).toBe(true);
  expect(png.includes("where it was taken") || png.includes("script")).toBe(false);
  expect((await sharp(png).metadata()).exif).toBeUndefined();
});

test("turns a photograph upright, as its metadata says", async () => {
  const sideways = await blank(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height } = await sharp(await asPng(sideways)).metadata();
  expect([width, height]).toEqual([20, 30]);
});

test("processes one picture at a time, refuses an account too many at once, and continues after one that fails", async () => {
  let [working, max] = [0, 0];
  const upload = (accountId: number, file: Uint8Array = whole) =>
    encodePicture({ file, accountId }, async (picture) => {
      max = Math.max(max, ++working);
      return picture
        .png()
        .toBuffer()
        .finally(() => working--);
    });
  const uploads = Array.from({ length: 8 }, (_, n) => upload(1, n === 3 ? Buffer.from("nothing") : whole));
  uploads.push(upload(2));
  const results = await Promise.allSettled(uploads);
  expect(max).toBe(1);
  const codes = results.map((result) => (result.status === "rejected" ? result.reason.code : "done"));
  expect([codes[3], codes[7]]).toEqual(["ERROR_BAD_REQUEST", "ERROR_SERVICE_UNAVAILABLE"]);
  expect(codes.filter((code) => code === "done")).toHaveLength(7);
  expect((await asPng(whole)).length).toBeGreaterThan(0);
});
