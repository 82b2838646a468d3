import type { Metadata } from "next";
import { TemplateGallery } from "../../../portal/templates/template-gallery.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Templates" };

export default async function Page() {
  const { trpc, HydrateClient } = await portal();
  await Promise.all([
    trpc.templates.list.prefetchInfinite({ builtIn: false, search: "" }),
    trpc.templates.list.prefetchInfinite({ builtIn: true, search: "" }),
  ]);
  return (
    <HydrateClient>
      <TemplateGallery />
    </HydrateClient>
  );
}
