import { Home } from "../../portal/home/home.tsx";
import { latestTasks } from "../../portal/tasks/task-filter.ts";
import { portalPage } from "../../trpc/server.tsx";

export const metadata = { title: "Home" };

export default portalPage(<Home />, (trpc) => [trpc.tasks.waits.prefetch(), trpc.tasks.list.prefetch(latestTasks)]);
