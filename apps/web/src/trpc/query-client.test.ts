import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "./query-client.ts";

/** A page that shows the lists of templates and keys, of which neither comes when it is read again. `change` makes the change of a name. */
async function openPage() {
  const client = makeQueryClient();
  let isRead = false;
  const queryFn = () => (isRead ? new Promise<never>(() => {}) : Promise.resolve("read"));
  for (const router of ["templates", "keys"])
    new QueryObserver(client, { queryKey: [[router, "list"]], queryFn }).subscribe(() => {});
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  isRead = true;
  const change = (...path: string[]) =>
    new MutationObserver(client, { mutationKey: [path], mutationFn: async () => "done" }).mutate();
  return { client, change };
}

test("a template is saved once its call is answered, while the lists are read again", async () => {
  const { client, change } = await openPage();
  expect(await change("templates", "save")).toBe("done");
  expect(client.isFetching()).toBe(1);
});

test("another change waits until what it changed is read again, but not for ever", async () => {
  const { change } = await openPage();
  vi.useFakeTimers();
  let answer: unknown;
  void change("keys", "create").then((value) => {
    answer = value;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answer).toBe("done");
  vi.useRealTimers();
});
