import { actOnAnswerPage, showAnswerPage } from "../../../public/answer-link.ts";
import { tokenPage } from "../../../public/link-messages.ts";

export const { GET, POST } = tokenPage(showAnswerPage, actOnAnswerPage);
