import { documentFields, stepForms } from "@gatepost/contract/step-forms";
import type { Metadata } from "next";
import { RecordPage } from "../../../portal/templates/record/record-page.tsx";
import { demoSite } from "../../../settings.ts";
import { portal } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Record a template" };

export default async function Page() {
  await portal();
  return <RecordPage forms={stepForms()} fields={documentFields()} demoSite={demoSite()} />;
}
