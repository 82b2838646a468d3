import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { taskIdOf } from "../../../../http/path-ids.ts";
import { TaskPage } from "../../../../portal/tasks/task-page.tsx";
import { portalView } from "../../../../trpc/server.tsx";
import { requireTask } from "../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/dashboard/tasks/[taskId]">): Promise<Metadata> {
  return { title: `Task ${(await params).taskId}` };
}

export default async function Page({ params }: PageProps<"/dashboard/tasks/[taskId]">) {
  const taskId = taskIdOf((await params).taskId);
  if (taskId === undefined) notFound();
  return portalView(<TaskPage taskId={taskId} />, (trpc) => [
    requireTask(taskId),
    trpc.tasks.get.prefetch({ taskId }),
    trpc.tasks.timeline.prefetchInfinite({ taskId, limit: 100 }),
  ]);
}
