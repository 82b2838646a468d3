import { stepForms } from "@gatepost/contract/step-forms";
import type { Metadata } from "next";
import { RecordPage } from "../../../portal/templates/record/record-page.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "Record a template" };

export default portalPage(<RecordPage forms={stepForms()} />);
