import type { Metadata } from "next";
import { TaskList } from "../../../portal/tasks/task-list.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Tasks" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await trpc.tasks.list.prefetch({});
  return (
    <HydrateClient>
      <TaskList />
    </HydrateClient>
  );
}
