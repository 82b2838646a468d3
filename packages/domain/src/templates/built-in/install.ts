import type { WrittenTemplate } from "@gatepost/contract/steps";
import type { Context } from "../../platform/context.ts";
import { saveTemplate } from "../save-template.ts";
import * as approving from "./approving.ts";
import * as forms from "./forms-and-files.ts";
import * as reading from "./reading.ts";
import * as signingIn from "./signing-in.ts";

export const builtInTemplates: readonly WrittenTemplate[] = [
  signingIn.signInWith2fa,
  signingIn.signInAndWait,
  forms.fillAndSubmitForm,
  reading.readTable,
  reading.fullPageScreenshot,
  forms.openReport,
  reading.checkPageSays,
  reading.waitForPrice,
  forms.uploadDocument,
  approving.confirmAfterApproval,
  reading.openWhatAppearsLate,
  signingIn.signInOnTwoPages,
  signingIn.enterCodeInBoxes,
  signingIn.signInInPopUp,
  approving.payByCard,
  forms.writeToChat,
  forms.chooseDate,
  forms.closeBanner,
  reading.readTableAsJson,
  reading.collectAllPages,
  signingIn.staySignedIn,
  forms.downloadDocument,
  approving.acceptConfirmBox,
  reading.readGrowingPage,
  approving.confirmWithTwoCodes,
  reading.copyFromSecondTab,
  reading.readInLanguage,
  signingIn.readBehindBrowserPassword,
  signingIn.signInWithStoredSecrets,
];

/** Updates the built-in templates to those of this release; an unchanged one keeps its version. */
export async function installBuiltInTemplates({ ctx }: { ctx: Context }): Promise<void> {
  for (const document of builtInTemplates) await saveTemplate({ ctx, input: { accountId: null, document } });
}
