import { TemplateGallery } from "../../../portal/templates/template-gallery.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Templates" };

export default portalPage(<TemplateGallery />, (trpc) => [
  trpc.templates.list.prefetchInfinite({ builtIn: false, search: "" }),
  trpc.templates.list.prefetchInfinite({ builtIn: true, search: "" }),
]);
