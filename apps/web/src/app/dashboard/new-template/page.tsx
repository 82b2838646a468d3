import type { Metadata } from "next";
import { NewTemplate } from "../../../portal/templates/new-template.tsx";
import { portal } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "New template" };

export default async function Page() {
  await portal();
  return <NewTemplate />;
}
