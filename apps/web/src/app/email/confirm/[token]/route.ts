import { confirmAddress, showConfirmPage } from "../../../../email/confirm-page.ts";
import { tokenPage } from "../../../../server/token-page.ts";

export const { GET, POST } = tokenPage(showConfirmPage, confirmAddress);
