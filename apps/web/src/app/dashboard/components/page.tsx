import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ComponentSheet } from "../../../portal/component-sheet.tsx";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Components" };

/** Shows every component in each of its states, for work on them. Only `npm run dev` has this page. */
export default async function ComponentsPage() {
  if (process.env.NODE_ENV !== "development") notFound();
  await portal();
  return <ComponentSheet />;
}
