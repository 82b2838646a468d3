import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ComponentSheet } from "../../../portal/component-sheet.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Components" };

/** Every component in each of its states, to be looked at while working on them: `npm run dev` alone has this page. */
export default async function ComponentsPage() {
  if (process.env.NODE_ENV !== "development") notFound();
  await portal();
  return <ComponentSheet />;
}
