import { Inbox } from "../../../../portal/waits/inbox.tsx";
import { portalPage } from "../../../../trpc/server.tsx";

export const metadata = { title: "Waiting for an answer" };

export default portalPage(<Inbox />, (trpc) => [trpc.tasks.waits.prefetch()]);
