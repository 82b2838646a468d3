import { confirmAddress, showConfirmPage } from "../../../../public/email-pages.ts";
import { tokenPage } from "../../../../public/link-messages.ts";

export const { GET, POST } = tokenPage(showConfirmPage, confirmAddress);
