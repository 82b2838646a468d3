import type { Metadata } from "next";
import { TaskPage } from "../../../../portal/tasks/task-page.tsx";
import { portalView } from "../../../../trpc/server.tsx";
import { taskIdOf } from "../../../../trpc/subject.ts";

export async function generateMetadata({ params }: PageProps<"/dashboard/tasks/[taskId]">): Promise<Metadata> {
  return { title: `Task ${await taskIdOf((await params).taskId)}` };
}

export default async function Page({ params }: PageProps<"/dashboard/tasks/[taskId]">) {
  const taskId = await taskIdOf((await params).taskId);
  return portalView(<TaskPage taskId={taskId} />, (trpc) => [
    trpc.tasks.get.prefetch({ taskId }),
    trpc.tasks.timeline.prefetchInfinite({ taskId, limit: 100 }),
  ]);
}
