import sharp from "sharp";
import { expect, test } from "vitest";
import { inProcess, newApplication, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { archiveApplication, getApplication, getPublicApplication } from "./applications.ts";
import {
  addScreenshot,
  encodePicture,
  getApplicationIcon,
  getScreenshot,
  removeScreenshot,
  setApplicationIcon,
} from "./pictures.ts";

const system = await openTestContext();
const web = inProcess(system, "web");
const owner = await newCaller(system);
const ctx = newSession(owner);

/** Of one colour, so that another height is another picture. */
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0b665d" } });
const file = (width: number, height: number) => blank(width, height).png().toBuffer();
const asPng = (file: Uint8Array) => encodePicture({ file, accountId: 1 }, (picture) => picture.png().toBuffer());
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>a()</script></svg>';

test.for(["png", "jpeg", "webp"] as const)("reads %s", async (format) => {
  const { width, height } = await sharp(await asPng(await blank(30, 20).toFormat(format).toBuffer())).metadata();
  expect([width, height]).toEqual([30, 20]);
});

const whole = await file(300, 200);
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
  ["a long line", await file(1, 16_385), "higher than 16,384 pixels"],
  ["too many bytes", Buffer.alloc(180_001), "180 KB"],
])("refuses %s", async ([, file, message]) => {
  await expect(asPng(file)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringContaining(message),
  });
});

test("keeps the pixels alone, upright: no metadata, and nothing that followed the picture in its file", async () => {
  const photograph = await blank(30, 20)
    .withExif({ IFD0: { Copyright: "where it was taken" } })
    .jpeg()
    .toBuffer();
  const png = await asPng(Buffer.concat([photograph, Buffer.from("<script>a()</script>")]));
  expect(photograph.includes("where it was taken")).toBe(true);
  expect(png.includes("where it was taken") || png.includes("script")).toBe(false);
  expect((await sharp(png).metadata()).exif).toBeUndefined();
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

test("an icon is a square PNG, and is served by its version alone", async () => {
  const softId = await newApplication(system, owner);
  const wide = await file(300, 100);
  const { icon } = await setApplicationIcon({ ctx, input: { softId, file: wide } });
  expect(await getApplication({ ctx, input: { softId } })).toMatchObject({ icon });
  const read = (version: string) => getApplicationIcon({ ctx: web, input: { softId, version } });
  const { format, width, height } = await sharp(Buffer.from((await read(icon ?? "")) ?? [])).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 128, height: 128 });

  const other = await setApplicationIcon({ ctx, input: { softId, file: await file(100, 300) } });
  expect(other.icon).not.toBe(icon);
  expect(await read(icon ?? ""), "the picture before is gone").toBeNull();
  expect(await setApplicationIcon({ ctx, input: { softId, file: null } })).toEqual({ icon: null });
  expect(await getApplication({ ctx, input: { softId } })).toMatchObject({ icon: null });

  const last = await setApplicationIcon({ ctx, input: { softId, file: wide } });
  await archiveApplication({ ctx, input: { softId } });
  expect(await read(last.icon ?? "")).toBeNull();
});

test("a screenshot is a WebP of at most 1,600 pixels on a side", async () => {
  const softId = await newApplication(system, owner);
  const [large, small] = [await file(3_200, 1_000), await file(300, 200)];
  const first = await addScreenshot({ ctx, input: { softId, file: large } });
  const second = await addScreenshot({ ctx, input: { softId, file: small } });
  expect([first, second]).toMatchObject([
    { width: 1_600, height: 500 },
    { width: 300, height: 200 },
  ]);
  await addScreenshot({ ctx, input: { softId, file: large } });
  const screenshots = [first, second];
  expect(await getApplication({ ctx, input: { softId } }), "the same picture is one").toMatchObject({ screenshots });
  expect(await getPublicApplication({ ctx: web, input: { softId } })).toMatchObject({ screenshots });

  const read = ({ version }: { version: string }) => getScreenshot({ ctx: web, input: { softId, version } });
  expect((await sharp(Buffer.from((await read(first)) ?? [])).metadata()).format).toBe("webp");
  const { version } = first;
  await removeScreenshot({ ctx, input: { softId, version } });
  expect(await read(first)).toBeNull();
  await archiveApplication({ ctx, input: { softId } });
  expect(await read(second)).toBeNull();
});

test("a page has six screenshots at most, also of several that come at once", async () => {
  const softId = await newApplication(system, owner);
  const files = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((height) => file(9, height)));
  const add = (file: Uint8Array) => addScreenshot({ ctx, input: { softId, file } });
  // An account may upload six at once.
  for (const file of files.slice(0, 3)) await add(file);
  const added = await Promise.allSettled(files.slice(3).map(add));
  const refused = added.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const refusal = { code: "ERROR_BAD_REQUEST", message: "There are 6 screenshots already. Remove one first." };
  expect(refused).toMatchObject([refusal, refusal]);
  expect((await getApplication({ ctx, input: { softId } })).screenshots).toHaveLength(6);
});
