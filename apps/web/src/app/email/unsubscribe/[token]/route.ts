import { endSubscription, showUnsubscribePage } from "../../../../email/unsubscribe-page.ts";
import { tokenPage } from "../../../../server/token-page.ts";

/** POST comes from the page's button, or from a mail program by the header List-Unsubscribe-Post (RFC 8058). */
export const { GET, POST } = tokenPage(showUnsubscribePage, endSubscription);
