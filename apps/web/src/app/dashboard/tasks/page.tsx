import type { Metadata } from "next";
import { listInputOf, readFilter } from "../../../portal/tasks/task-filter.ts";
import { TaskList } from "../../../portal/tasks/task-list.tsx";
import { portalView } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Tasks" };

export default async function Page({ searchParams }: PageProps<"/dashboard/tasks">) {
  const given = Object.entries(await searchParams).map(([name, value]) => [name, String(value ?? "")]);
  const input = listInputOf(readFilter(new URLSearchParams(given)));
  return portalView(<TaskList />, (trpc) => [trpc.tasks.list.prefetch(input)]);
}
