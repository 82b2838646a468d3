import type { Metadata } from "next";
import { NewTemplate } from "../../../portal/templates/new-template.tsx";
import { portalPage } from "../../../trpc/server.tsx";

export const metadata: Metadata = { title: "New template" };

export default portalPage(<NewTemplate />);
