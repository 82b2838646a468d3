import { stepForms } from "@gatepost/contract/step-forms";
import { RecordPage } from "../../../portal/templates/record/record-page.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "Record a template" };

export default portalPage(<RecordPage forms={stepForms()} />);
