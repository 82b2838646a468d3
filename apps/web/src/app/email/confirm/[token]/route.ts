import { confirmLink } from "../../../../public/email-pages.ts";

export const { GET, POST } = confirmLink;
