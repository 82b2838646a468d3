import type { WrittenTemplate } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { acceptConfirmBox } from "./built-in/accept-confirm-box.ts";
import { checkPageSays } from "./built-in/check-page-says.ts";
import { chooseDate } from "./built-in/choose-date.ts";
import { closeBanner } from "./built-in/close-banner.ts";
import { collectAllPages } from "./built-in/collect-all-pages.ts";
import { confirmAfterApproval } from "./built-in/confirm-after-approval.ts";
import { confirmWithTwoCodes } from "./built-in/confirm-with-two-codes.ts";
import { copyFromSecondTab } from "./built-in/copy-from-second-tab.ts";
import { downloadDocument } from "./built-in/download-document.ts";
import { enterCodeInBoxes } from "./built-in/enter-code-in-boxes.ts";
import { fillAndSubmitForm } from "./built-in/fill-and-submit-form.ts";
import { fullPageScreenshot } from "./built-in/full-page-screenshot.ts";
import { openReport } from "./built-in/open-report.ts";
import { openWhatAppearsLate } from "./built-in/open-what-appears-late.ts";
import { payByCard } from "./built-in/pay-by-card.ts";
import { readBehindBrowserPassword } from "./built-in/read-behind-browser-password.ts";
import { readGrowingPage } from "./built-in/read-growing-page.ts";
import { readInLanguage } from "./built-in/read-in-language.ts";
import { readTable } from "./built-in/read-table.ts";
import { readTableAsJson } from "./built-in/read-table-as-json.ts";
import { signInAndWait } from "./built-in/sign-in-and-wait.ts";
import { signInInPopUp } from "./built-in/sign-in-in-pop-up.ts";
import { signInOnTwoPages } from "./built-in/sign-in-on-two-pages.ts";
import { signInWith2fa } from "./built-in/sign-in-with-2fa.ts";
import { signInWithStoredSecrets } from "./built-in/sign-in-with-stored-secrets.ts";
import { staySignedIn } from "./built-in/stay-signed-in.ts";
import { uploadDocument } from "./built-in/upload-document.ts";
import { waitForPrice } from "./built-in/wait-for-price.ts";
import { writeToChat } from "./built-in/write-to-chat.ts";
import { saveTemplate } from "./save-template.ts";

export const builtInTemplates: readonly WrittenTemplate[] = [
  signInWith2fa,
  signInAndWait,
  fillAndSubmitForm,
  readTable,
  fullPageScreenshot,
  openReport,
  checkPageSays,
  waitForPrice,
  uploadDocument,
  confirmAfterApproval,
  openWhatAppearsLate,
  signInOnTwoPages,
  enterCodeInBoxes,
  signInInPopUp,
  payByCard,
  writeToChat,
  chooseDate,
  closeBanner,
  readTableAsJson,
  collectAllPages,
  staySignedIn,
  downloadDocument,
  acceptConfirmBox,
  readGrowingPage,
  confirmWithTwoCodes,
  copyFromSecondTab,
  readInLanguage,
  readBehindBrowserPassword,
  signInWithStoredSecrets,
];

/** Updates the built-in templates to those of this release; an unchanged one keeps its version. */
export async function installBuiltInTemplates({ ctx }: { ctx: Context }): Promise<void> {
  for (const document of builtInTemplates) await saveTemplate({ ctx, input: { accountId: null, document } });
}
