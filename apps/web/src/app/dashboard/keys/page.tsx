import { KeyList } from "../../../portal/keys/key-list.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Keys" };

export default portalPage(<KeyList />, (trpc) => [
  trpc.keys.list.prefetchInfinite({}),
  trpc.callbacks.secret.prefetch(),
]);
