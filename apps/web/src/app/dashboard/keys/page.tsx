import { CallbackSecret } from "../../../portal/keys/callback-secret.tsx";
import { KeyList } from "../../../portal/keys/key-list.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Keys" };

export default portalPage(
  <>
    <KeyList />
    <CallbackSecret />
  </>,
  (trpc) => [trpc.keys.list.prefetchInfinite({}), trpc.callbacks.secret.prefetch()],
);
