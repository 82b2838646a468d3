import { NewTemplate } from "../../../portal/templates/new-template.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata = { title: "New template" };

export default portalPage(<NewTemplate />);
