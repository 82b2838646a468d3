import { showEndReportsPage, stopReports } from "../../../../public/email-pages.ts";
import { tokenPage } from "../../../../public/link-messages.ts";

/** POST comes from the page's button, or from a mail program by the header List-Unsubscribe-Post (RFC 8058). */
export const { GET, POST } = tokenPage(showEndReportsPage, stopReports);
