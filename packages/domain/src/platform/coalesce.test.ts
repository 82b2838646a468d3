import { expect, test } from "vitest";
import { type Batch, coalesce, deferred, retryDeferred, withoutTwins } from "./coalesce.ts";
import { currentWork, noteOfWork, type Traced, traced, workChannel } from "./observations.ts";

/** A kind whose runs are held until let go, and which refuses a batch that holds "poison". */
function heldKind(limits: Partial<Batch<string, string>> = {}) {
  const runs: string[][] = [];
  const gates: (() => void)[] = [];
  const kind: Batch<string, string> = {
    name: "held",
    max: 100,
    queue: 1_000,
    ...limits,
    async run(_, inputs) {
      runs.push([...inputs]);
      await new Promise<void>((open) => gates.push(open));
      if (inputs.includes("poison")) throw new Error("poisoned");
      return inputs.map((input) => input.toUpperCase());
    },
  };
  async function release() {
    while (gates.length === 0) await new Promise(setImmediate);
    gates.shift()?.();
  }
  return { kind, runs, release };
}

test("calls that arrive together are sent in batches of a size, and the next one has begun when a batch is answered", async () => {
  const { kind, runs, release } = heldKind({ max: 2 });
  const join = coalesce(kind, {});
  const first = join("a");
  while (runs.length === 0) await new Promise(setImmediate);
  const later = Promise.all(["b", "c", "d"].map(join));
  await release();
  expect(await first).toBe("A");
  expect(runs).toEqual([["a"], ["b", "c"]]);
  await release();
  await release();
  expect(await later).toEqual(["B", "C", "D"]);
  expect(runs).toEqual([["a"], ["b", "c"], ["d"]]);
});

test("a failing call is found by bisection, and the others of its batch succeed", async () => {
  const { kind, release } = heldKind();
  const join = coalesce(kind, {});
  const answers = Promise.allSettled(["a", "poison", "b", "c"].map(join));
  for (let run = 0; run < 5; run++) await release();
  expect((await answers).map((answer) => (answer.status === "fulfilled" ? answer.value : "refused"))).toEqual([
    "A",
    "refused",
    "B",
    "C",
  ]);
});

test("an error that affects the whole batch is not retried call by call", async () => {
  const { kind, runs, release } = heldKind();
  const join = coalesce(kind, {}, () => true);
  const answers = Promise.allSettled(["a", "poison", "b"].map(join));
  await release();
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(runs).toHaveLength(1);
});

test("when the queue is full, a caller is refused with a time to retry, and nothing waits for ever", async () => {
  const { kind, release } = heldKind({ queue: 2 });
  const join = coalesce(kind, {});
  const answers = Promise.allSettled(["a", "b", "c"].map(join));
  await release();
  const [, , third] = await answers;
  expect(third).toMatchObject({ status: "rejected", reason: { code: "ERROR_SERVICE_UNAVAILABLE" } });
});

test("where more wait than a batch takes, keys take turns, each in its own order", async () => {
  const { kind, runs, release } = heldKind({ max: 4, fairnessKey: (input) => input[0] });
  const join = coalesce(kind, {});
  const answers = Promise.all(["a1", "a2", "a3", "a4", "a5", "b1", "c1", "b2"].map(join));
  await release();
  await release();
  expect(await answers).toEqual(["A1", "A2", "A3", "A4", "A5", "B1", "C1", "B2"]);
  expect(runs).toEqual([
    ["a1", "b1", "c1", "a2"],
    ["a3", "a4", "a5", "b2"],
  ]);
});

test("a caller that fills half of the queue is refused with a retry time, and others are not", async () => {
  const { kind, release } = heldKind({ queue: 6, fairnessKey: (input) => input[0] });
  const join = coalesce(kind, {});
  const answers = Promise.allSettled(["a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1"].map(join));
  await release();
  const refused = (await answers).flatMap(({ status }, n) => (status === "rejected" ? n : []));
  expect(refused).toEqual([3, 7]);
});

test("of inputs that share a key the first one is kept, and what is left out takes no key from a later one", () => {
  expect(withoutTwins(["ab", "bc", "c", "d"], (keys) => [...keys])).toEqual(["ab", "c", "d"]);
});

test("an error in a second round rejects the calls that were still open, and none that was answered", async () => {
  const done: number[] = [];
  let round = 0;
  const kind: Batch<number, string> = {
    name: "rounds",
    max: 10,
    queue: 10,
    run: (_, inputs) =>
      retryDeferred(inputs, async (open) => {
        round += 1;
        if (round > 1) throw new Error("unavailable");
        done.push(...open.filter((n) => n !== 2));
        return open.map((n) => (n === 2 ? deferred : "done"));
      }),
  };
  const join = coalesce(kind, {});
  const settled = await Promise.allSettled([1, 2, 3].map(join));
  expect(settled).toMatchObject([
    { status: "fulfilled", value: "done" },
    { status: "rejected", reason: { message: "unavailable" } },
    { status: "fulfilled", value: "done" },
  ]);
  expect([done, round]).toEqual([[1, 3], 2]);
});

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
