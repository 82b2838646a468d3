import { DomainError } from "@gatepost/domain/errors";
import { expect, test, vi } from "vitest";
import { keepTrying } from "./keep-trying.ts";

const never = new AbortController().signal;
const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

test("a deed is done again until the database is back", async () => {
  const deed = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(new DomainError("ERROR_SERVICE_UNAVAILABLE"));
  await expect(keepTrying(deed.mockResolvedValue("done"), never)).resolves.toBe("done");
  expect(deed).toHaveBeenCalledTimes(3);
});

test("a fault of ours is not repeated for ever", async () => {
  const deed = vi.fn().mockRejectedValue(new TypeError("wrong"));
  await expect(keepTrying(deed, never)).rejects.toThrow("wrong");
  expect(deed).toHaveBeenCalledTimes(3);
});

test("an abort ends it at once, while it waits for an answer and while it pauses", async () => {
  for (const deed of [() => new Promise(() => {}), () => Promise.reject(away)]) {
    const stop = new AbortController();
    const trying = keepTrying(deed, stop.signal);
    setTimeout(() => stop.abort(new Error("lease lost")), 20);
    await expect(trying).rejects.toThrow("lease lost");
  }
});
