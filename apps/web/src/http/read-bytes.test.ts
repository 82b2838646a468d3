import { expect, test } from "vitest";
import { readBytes } from "./request-body.ts";

const chunk = new Uint8Array(1_000);

test("the parts of a stream become its bytes; none is an empty body", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of ["ab", "c", ""]) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  expect(Buffer.from((await readBytes(stream, 3)) ?? []).toString()).toBe("abc");
  expect(await readBytes(null, 3)).toHaveLength(0);
});

test("a stream without an end is let go as soon as it is too long", async () => {
  let pulled = 0;
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(chunk);
    },
    cancel() {
      cancelled = true;
    },
  });
  expect(await readBytes(endless, 10_000)).toBeUndefined();
  expect(pulled).toBeLessThan(20);
  expect(cancelled).toBe(true);
});
