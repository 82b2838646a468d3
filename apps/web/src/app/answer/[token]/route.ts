import { actOnAnswerPage, showAnswerPage } from "../../../answer/answer-link.ts";
import { tokenPage } from "../../../server/token-page.ts";

export const { GET, POST } = tokenPage(showAnswerPage, actOnAnswerPage);
