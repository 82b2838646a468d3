import { ApplicationList } from "../../../portal/applications/application-list.tsx";
import { applicationsShown } from "../../../portal/applications/list-view.ts";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Applications" };

export default portalPage(<ApplicationList />, (trpc) => [
  trpc.applications.list.prefetchInfinite({ limit: applicationsShown }),
]);
