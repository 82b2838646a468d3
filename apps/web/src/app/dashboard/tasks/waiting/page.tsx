import type { Metadata } from "next";
import { Inbox } from "../../../../portal/waits/inbox.tsx";
import { portalPage } from "../../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Waiting for an answer" };

export default portalPage(<Inbox />, (trpc) => [trpc.tasks.waits.prefetch()]);
