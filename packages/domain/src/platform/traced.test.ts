import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";
import { currentWork, noteOfWork, type Traced, traced, workChannel } from "./observations.ts";

/** Names what the work is part of, and what was known of it at its end. */
function follow(name: "request" | "batch", ended: unknown[]): () => void {
  const channel = workChannel(name);
  channel.start.bindStore(currentWork, (facts) => ({ facts, span: (facts as { method?: string }).method }));
  const end = (facts: unknown) => {
    const { of, ...rest } = facts as { of?: Traced[] };
    ended.push({ ...rest, ...(of && { of: of.map((one) => one?.span) }) });
  };
  channel.asyncEnd.subscribe(end);
  return () => {
    channel.start.unbindStore(currentWork);
    channel.asyncEnd.unsubscribe(end);
  };
}

test("without anybody who makes traces, work runs as it is", async () => {
  expect(await traced("request", { method: "test" }, async () => currentWork.getStore())).toBeUndefined();
});

test("a batch knows the calls that it is part of, and a call what became known during it", async () => {
  const ended: object[] = [];
  const stops = [follow("request", ended), follow("batch", ended)];
  const join = coalesce({ name: "test", max: 10, queue: 10, run: async (_, inputs: readonly number[]) => inputs }, {});
  const call = (method: string, input: number) =>
    traced("request", { method }, async () => {
      await join(input);
      noteOfWork({ taskId: input });
    });
  await Promise.all([call("createTask", 7), call("pushAntiGateVariable", 8)]);
  for (const stop of stops) stop();
  const found = ended.map((facts) => ({ ...facts, result: undefined }));
  expect(found).toEqual([
    { name: "test", inputs: 2, of: ["createTask", "pushAntiGateVariable"], result: undefined },
    { method: "createTask", taskId: 7, result: undefined },
    { method: "pushAntiGateVariable", taskId: 8, result: undefined },
  ]);
});
