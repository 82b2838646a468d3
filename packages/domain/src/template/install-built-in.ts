import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { checkPageSays } from "./built-in/check-page-says.ts";
import { confirmAfterApproval } from "./built-in/confirm-after-approval.ts";
import { fillAndSubmitForm } from "./built-in/fill-and-submit-form.ts";
import { fullPageScreenshot } from "./built-in/full-page-screenshot.ts";
import { openReport } from "./built-in/open-report.ts";
import { readTable } from "./built-in/read-table.ts";
import { signInAndWait } from "./built-in/sign-in-and-wait.ts";
import { signInWith2fa } from "./built-in/sign-in-with-2fa.ts";
import { uploadDocument } from "./built-in/upload-document.ts";
import { waitForPrice } from "./built-in/wait-for-price.ts";
import { saveTemplate } from "./save-template.ts";

export const builtInTemplates: readonly TemplateDocument[] = [
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
];

/** Updates the built-in templates to those of this release; an unchanged one keeps its version. */
export async function installBuiltInTemplates({ ctx }: { ctx: Context }): Promise<void> {
  for (const document of builtInTemplates) await saveTemplate({ ctx, input: { accountId: null, document } });
}
