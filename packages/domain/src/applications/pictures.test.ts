import sharp from "sharp";
import { expect, test } from "vitest";
import { inProcess, newApplication, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { archiveApplication, getApplication, getPublicApplication } from "./applications.ts";
import { addScreenshot, getApplicationIcon, getScreenshot, removeScreenshot, setApplicationIcon } from "./pictures.ts";

const system = await openTestContext();
const owner = await newCaller(system);

/** A PNG of one colour, so that another height is another picture. */
function file(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#0b665d" } })
    .png()
    .toBuffer();
}

test("an icon is a square PNG, and is served by its version alone", async () => {
  const softId = await newApplication(system, owner);
  const ctx = newSession(owner);
  const wide = await file(300, 100);
  const { icon } = await setApplicationIcon({ ctx, input: { softId, file: wide } });
  expect(await getApplication({ ctx, input: { softId } })).toMatchObject({ icon });
  const read = (version: string) => getApplicationIcon({ ctx: inProcess(system, "web"), input: { softId, version } });
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
  const ctx = newSession(owner);
  const web = inProcess(system, "web");
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
  const ctx = newSession(owner);
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
