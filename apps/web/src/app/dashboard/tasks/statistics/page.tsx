import { WaitStats } from "../../../../portal/waits/wait-stats.tsx";
import { portalPage } from "../../../../trpc/server.tsx";

export const metadata = { title: "Wait statistics" };

export default portalPage(<WaitStats />, (trpc) => [trpc.stats.waits.prefetch({ days: 30 })]);
