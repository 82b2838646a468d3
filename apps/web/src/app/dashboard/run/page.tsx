import { RunPage } from "../../../portal/run/run-page.tsx";
import { portalView } from "../../../trpc/server.tsx";

export const metadata = { title: "Run a template" };

export default async function Page({ searchParams }: PageProps<"/dashboard/run">) {
  const { template } = await searchParams;
  return portalView(<RunPage />, (trpc) =>
    typeof template === "string" ? [trpc.templates.get.prefetch({ name: template })] : [],
  );
}
