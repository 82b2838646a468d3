import type { Step } from "@gatepost/contract/steps";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import type { Page } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { expect, type TestInstallation } from "./flow.ts";
import { enter } from "./portal.ts";

/** The template editor as a person sees it. */

type EditedInstallation = Pick<TestInstallation, "url" | "operator">;

const selector = (css: string) => ({ selector: { permanent: css } });

export const steps: Step[] = [
  { type: "OPEN_PAGE", url: { permanent: "https://example.com/" } },
  { type: "CLICK", ...selector("#first") },
  { type: "IF_ELEMENT", ...selector(".banner"), then: [{ type: "CLICK", ...selector(".accept") }] },
  { type: "WAIT_FOR_TEXT", text: { permanent: "Welcome" } },
];

/** Opens a saved template in the editor. `save` saves it as somebody else would meanwhile. */
export async function openEditor(
  installation: EditedInstallation,
  page: Page,
  more: { name?: string; steps?: Step[] } = {},
) {
  const { operator, url } = installation;
  const { accountId } = await newAccount(operator);
  const name = more.name ?? "Edited";
  const document = { name, description: "", steps: more.steps ?? steps };
  const save = (over: object = {}) =>
    saveTemplate({ ctx: operator, input: { accountId, document: { ...document, ...over } } });
  await save();
  await enter(page, installation, accountId);
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  return { accountId, save, stored: () => storedTypes(installation, accountId, name) };
}

/** The current version, and the types of its steps. */
export async function storedTypes({ operator }: EditedInstallation, accountId: number, name: string) {
  const { currentVersion } = await operator.db.prisma.template.findFirstOrThrow({
    where: { accountId, name },
    select: { currentVersion: { select: { number: true, document: true } } },
  });
  const document = currentVersion?.document as unknown as { steps: Step[]; description: string };
  return { version: currentVersion?.number, document, types: document.steps.map(({ type }) => type) };
}

/** The lines of the top list, in order. */
export const rows = (page: Page) =>
  page.getByRole("list", { name: "Steps", exact: true }).locator(":scope > li > div > div:first-child > button");
export const json = (page: Page) => page.getByRole("textbox", { name: "Template as JSON" });
export const saveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** The types of the steps in the list. */
export async function types(page: Page): Promise<string[]> {
  return rows(page).locator("span.font-mono").allTextContents();
}
