import { listInputOf, readFilter } from "../../../portal/tasks/task-filter.ts";
import { TaskList } from "../../../portal/tasks/task-list.tsx";
import { addressOf, portalView } from "../../../trpc/server.tsx";

export const metadata = { title: "Tasks" };

export default async function Page({ searchParams }: PageProps<"/dashboard/tasks">) {
  const input = listInputOf(readFilter(await addressOf(searchParams)));
  return portalView(<TaskList />, (trpc) => [trpc.tasks.list.prefetch(input)]);
}
