import { reportsLink } from "../../../../public/email-pages.ts";

export const { GET, POST } = reportsLink;
