import type { Metadata } from "next";
import { listInputOf, readFilter } from "../../../portal/tasks/task-filter.ts";
import { TaskList } from "../../../portal/tasks/task-list.tsx";
import { portal } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Tasks" };

export default async function Page({ searchParams }: PageProps<"/dashboard/tasks">) {
  const given = Object.entries(await searchParams).map(([name, value]) => [name, String(value ?? "")]);
  const { trpc, HydrateClient } = await portal();
  await trpc.tasks.list.prefetch(listInputOf(readFilter(new URLSearchParams(given))));
  return (
    <HydrateClient>
      <TaskList />
    </HydrateClient>
  );
}
