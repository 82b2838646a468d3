import type { WrittenTemplate } from "@gatepost/contract/steps";
import type { Context } from "../../platform/context.ts";
import { saveTemplate } from "../save-template.ts";
import { acceptConfirmBox, confirmAfterApproval, confirmWithTwoCodes, payByCard } from "./approving.ts";
import {
  chooseDate,
  closeBanner,
  downloadDocument,
  fillAndSubmitForm,
  openReport,
  uploadDocument,
  writeToChat,
} from "./forms-and-files.ts";
import {
  checkPageSays,
  collectAllPages,
  copyFromSecondTab,
  fullPageScreenshot,
  openWhatAppearsLate,
  readGrowingPage,
  readInLanguage,
  readTable,
  readTableAsJson,
  waitForPrice,
} from "./reading.ts";
import {
  enterCodeInBoxes,
  readBehindBrowserPassword,
  signInAndWait,
  signInInPopUp,
  signInOnTwoPages,
  signInWith2fa,
  signInWithStoredSecrets,
  staySignedIn,
} from "./signing-in.ts";

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
