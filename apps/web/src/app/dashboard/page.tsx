import { Home } from "../../portal/home/home.tsx";
import { homeInput, homeLists } from "../../portal/home/home-lists.ts";
import { portalPage } from "../../trpc/server.tsx";

export const metadata = { title: "Home" };

export default portalPage(<Home />, (trpc) => [
  trpc.tasks.waits.prefetch(),
  trpc.tasks.list.prefetch({ limit: 1 }),
  ...homeLists.flat().map(({ state }) => trpc.tasks.list.prefetch(homeInput(state))),
]);
