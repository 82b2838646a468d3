import { expect, test, vi } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newApplication, newCaller, openTestContext } from "../platform/testing.ts";
import { getAppStats } from "./get-app-stats.ts";

const system = await openTestContext();
const owner = await newCaller(system);
const softId = await newApplication(system, owner);

test("the last day is counted to its end, or to this moment", async () => {
  const past = await getAppStats({
    ctx: owner,
    input: { softId, mode: "views", from: "2026-02-17", to: "2026-03-01" },
  });
  expect([past.days[0]?.iso, past.days.at(-1)?.iso, past.until]).toEqual(["2026-02-17", "2026-03-01", "23:59"]);
  const present = await getAppStats({ ctx: owner, input: { softId, mode: "views" } });
  expect(present.until).toMatch(/^\d{2}:\d{2}$/);
  expect(present.days).toHaveLength(30);
  expect(present.values).toHaveLength(30);
});

test("for a caller who may not see a report, no day of it is read, and no other error is reported", async () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const stranger = await newCaller(system);
  const look = async (ctx: KeyContext, id: number, from: string) => {
    asked.mockClear();
    const input = { softId: id, mode: "views", from, to: "2025-12-31", timezone: "America/Havana" } as const;
    const answer = await getAppStats({ ctx, input }).catch(({ code }) => code);
    return { answer, asked: asked.mock.calls.length };
  };
  const denied = { answer: "ERROR_ACCESS_DENIED", asked: 0 };
  expect(await look(stranger, softId, "2025-01-01")).toEqual(denied);
  expect(await look(owner, 2 ** 40, "2025-01-01")).toEqual(denied);
  expect((await look(owner, softId, "2025-01-01")).asked).toBeGreaterThan(50);
  expect((await look(owner, softId, "2026-01-01")).answer).toBe("ERROR_BAD_REQUEST");
  expect((await look(stranger, softId, "2026-01-01")).answer).toBe("ERROR_ACCESS_DENIED");
  asked.mockRestore();
});
