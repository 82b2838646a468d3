import { InboundPage } from "../../../portal/inbound/inbound-page.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Inbound codes" };

export default portalPage(<InboundPage />, (trpc) => [
  trpc.inbound.address.prefetch(),
  trpc.inbound.rules.prefetch(),
  trpc.inbound.messages.prefetchInfinite({}),
]);
