import { unsubscribeLink } from "../../../../public/email-pages.ts";

export const { GET, POST } = unsubscribeLink;
