import { methods } from "@gatepost/contract/methods";
import { createApplication } from "@gatepost/domain/applications/applications";
import { DomainError } from "@gatepost/domain/platform/errors";
import { newCaller } from "@gatepost/domain/platform/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { failing, openEndpointTest } from "./endpoint-testing.ts";

const { ctx, accountId, clientKey, task, createTaskBody, newKey, ask } = await openEndpointTest();

afterEach(() => vi.restoreAllMocks());

describe("a refused createTask that names an application", () => {
  const newSoftId = async (owner = accountId) =>
    (await createApplication({ ctx, input: { accountId: owner, name: "Exporter" } })).softId;
  const counted = (softId: number) =>
    ctx.db.prisma.count.findMany({
      where: { applicationId: softId },
      select: { label: true, n: true },
      orderBy: { label: "asc" },
    });
  const refused = { handler: failing(new DomainError("ERROR_NO_SLOT_AVAILABLE")) };

  test("is counted for it, before the answer", async () => {
    const softId = await newSoftId();
    await ask({ ...createTaskBody, softId }, refused);
    await ask({ ...createTaskBody, softId: String(softId) }, refused);
    await ask({ clientKey, softId, task: 7 });
    expect(await counted(softId)).toEqual([
      { label: "ERROR_NO_SLOT_AVAILABLE", n: 2n },
      { label: "ERROR_TASK_ABSENT", n: 1n },
    ]);
  });

  test("is counted when the account is suspended or the address is not allowed", async () => {
    const { actor } = await newCaller(ctx);
    const softId = await newSoftId(actor.accountId);
    const key = await newKey(actor.accountId, ["192.0.2.1"]);
    await ask({ clientKey: key, task, softId });
    expect(await counted(softId)).toEqual([{ label: "ERROR_IP_NOT_ALLOWED", n: 1n }]);
  });

  test("is not counted if the key was not accepted, the task was created, the service was unavailable, or nothing is named", async () => {
    const softId = await newSoftId();
    await ask({ clientKey: "gp_nobody", task, softId }, refused);
    await ask({ ...createTaskBody, softId });
    await ask({ ...createTaskBody, softId }, { handler: failing(new DomainError("ERROR_SERVICE_UNAVAILABLE")) });
    for (const none of [0, "0", null, -1, 1.5, "x", 2 ** 60, [softId]])
      await ask({ ...createTaskBody, softId: none }, refused);
    await ask({ ...createTaskBody, softId }, { ...refused, method: methods.getBalance });
    expect(await counted(softId)).toEqual([]);
  });

  test("gets its own error even if counting fails", async () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const { json } = await ask({ ...createTaskBody, softId: 9e15 }, refused);
    expect(json.errorCode).toBe("ERROR_NO_SLOT_AVAILABLE");
  });
});
