import { Home } from "../../portal/home/home.tsx";
import { homeLists } from "../../portal/tasks/task-filter.ts";
import { portalPage } from "../../trpc/server.tsx";

export const metadata = { title: "Home" };

export default portalPage(<Home />, (trpc) => [
  trpc.tasks.waits.prefetch(),
  trpc.tasks.list.prefetch({ limit: 1 }),
  ...homeLists.map(({ input }) => trpc.tasks.list.prefetch(input)),
]);
