import { EventsPage } from "../../../portal/events/events-page.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Events" };

export default portalPage(<EventsPage />, (trpc) => [trpc.events.endpoints.prefetch()]);
