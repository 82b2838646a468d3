import { SecretsPage } from "../../../portal/secrets/secrets-page.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Secrets and sessions" };

export default portalPage(<SecretsPage />, (trpc) => [
  trpc.secrets.list.prefetchInfinite({}),
  trpc.sessions.list.prefetchInfinite({}),
]);
