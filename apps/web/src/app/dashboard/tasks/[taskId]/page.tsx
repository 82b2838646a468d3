import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { originOf } from "../../../../http/origin.ts";
import { taskIdOf } from "../../../../http/path-ids.ts";
import { TaskPage } from "../../../../portal/tasks/task-page.tsx";
import { portal } from "../../../../trpc/server.tsx";
import { requireTask } from "../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/dashboard/tasks/[taskId]">): Promise<Metadata> {
  return { title: `Task ${(await params).taskId}` };
}

export default async function Page({ params }: PageProps<"/dashboard/tasks/[taskId]">) {
  const taskId = taskIdOf((await params).taskId);
  if (taskId === undefined) notFound();
  const { trpc, HydrateClient } = await portal();
  await Promise.all([
    requireTask(taskId),
    trpc.tasks.get.prefetch({ taskId }),
    trpc.tasks.timeline.prefetchInfinite({ taskId, limit: 100 }),
  ]);
  return (
    <HydrateClient>
      <TaskPage taskId={taskId} origin={originOf(new Headers(await headers()))} />
    </HydrateClient>
  );
}
