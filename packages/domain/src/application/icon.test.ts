import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyContext } from "../permission.ts";
import { newApplication, newCaller, newSession, openTestContext, type TestContext } from "../testing.ts";
import { archiveApplication } from "./archive-application.ts";
import { getApplication } from "./get-application.ts";
import { getApplicationIcon, iconLimits, iconProblem, setApplicationIcon } from "./icon.ts";

let system: TestContext;
let owner: KeyContext;
beforeAll(async () => {
  system = await openTestContext();
  owner = await newCaller(system);
});
afterAll(() => system?.close());

/** The beginning of a PNG of that size, and as many bytes. */
function png({ width = 128, height = 128, bytes = 100 } = {}): Uint8Array {
  const picture = Buffer.alloc(bytes);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(picture);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

test.for([
  ["a small PNG", png(), null],
  ["the largest", png({ width: 512, height: 512, bytes: iconLimits.bytes }), null],
  ["too many bytes", png({ bytes: iconLimits.bytes + 1 }), "64 KB"],
  ["a small file that is a huge picture", png({ width: 60_000 }), "pixels"],
  ["no pixels", png({ height: 0 }), "pixels"],
  ["SVG, which can run script", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(99)}`), "no PNG"],
  ["nothing", Buffer.alloc(0), "no PNG"],
] as const)("%s", ([, picture, problem]) => {
  if (problem === null) expect(iconProblem(picture)).toBeNull();
  else expect(iconProblem(picture)).toContain(problem);
});

test("only the owner can set and remove an icon, and it is served by its version alone", async () => {
  const softId = await newApplication(system, owner);
  const ctx = newSession(owner);
  const stranger = newSession(await newCaller(system));
  await expect(setApplicationIcon({ ctx: stranger, input: { softId, png: png() } })).rejects.toMatchObject({
    code: "ERROR_ACCESS_DENIED",
  });
  const { icon } = await setApplicationIcon({ ctx, input: { softId, png: png() } });
  expect(await getApplication({ ctx, input: { softId } })).toMatchObject({ icon });
  const read = (version: string) => getApplicationIcon({ ctx: system, input: { softId, version } });
  expect(Buffer.from((await read(icon ?? "")) ?? [])).toEqual(png());

  const other = await setApplicationIcon({ ctx, input: { softId, png: png({ width: 64 }) } });
  expect(other.icon).not.toBe(icon);
  expect(await read(icon ?? ""), "the picture before is gone").toBeNull();
  await archiveApplication({ ctx, input: { softId } });
  expect(await read(other.icon ?? "")).toBeNull();
});

test("without an icon there is nothing to serve", async () => {
  const softId = await newApplication(system, owner);
  const ctx = newSession(owner);
  await setApplicationIcon({ ctx, input: { softId, png: png() } });
  expect(await setApplicationIcon({ ctx, input: { softId, png: null } })).toEqual({ icon: null });
  expect(await getApplication({ ctx, input: { softId } })).toMatchObject({ icon: null });
});
