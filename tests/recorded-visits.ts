import { join } from "node:path";
import type { Page } from "@playwright/test";

export const selectorTypes = ["css", "aria", "text", "xpath", "pierce"] as const;

export interface Visit {
  path: string;
  /** The kinds of selectors that are recorded; all unless named. */
  selectors?: readonly (typeof selectorTypes)[number][];
  /** What the author of the recording enters as "Selector attribute". */
  attribute?: string;
  act(page: Page): Promise<unknown>;
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.keyboard.type(text);
}

/** What a visitor does on the demo site while the Recorder records, by the name of the recording. */
export const visits: Record<string, Visit> = {
  "sign-in": {
    path: "/login",
    async act(page) {
      await typeInto(page, "Login", "ada");
      await page.keyboard.press("Tab");
      await page.keyboard.type("lovelace");
      await page.getByRole("button").click();
      await typeInto(page, "Code", "000000");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      await typeInto(page, "Code", "349001");
      await page.keyboard.press("Enter");
      await page.getByText("Welcome").waitFor();
    },
  },
  "order-by-xpath": {
    path: "/order",
    selectors: ["xpath"],
    async act(page) {
      // A choice made by script would not be recorded.
      await page.getByLabel("Country").focus();
      await page.keyboard.press("J");
      await page.getByLabel("By courier").check();
      await page.getByLabel("I agree").check();
      await page.getByRole("button").click();
      await page.getByRole("button", { name: "Confirm the order" }).click();
      await page.getByText("Your order is confirmed").waitFor();
    },
  },
  "card-in-frame": {
    path: "/jobs/card-frame",
    selectors: ["aria", "css"],
    async act(page) {
      const frame = page.frameLocator("iframe");
      for (const [label, text] of [
        ["Card number", "4242424242424242"],
        ["Expiry date", "04/29"],
        ["Security code", "123"],
      ] as const) {
        await frame.getByLabel(label).click();
        await page.keyboard.type(text);
      }
      await frame.getByRole("button").click();
      await page.getByText("Paid with").waitFor();
    },
  },
  "payment-in-frame": {
    path: "/payment",
    selectors: ["aria", "css", "text"],
    async act(page) {
      await page.frameLocator("iframe").getByLabel("Card number").click();
      await page.keyboard.type("4242424242424242");
      await page.frameLocator("iframe").getByRole("button").click();
      await page.getByText("Paid with").waitFor();
    },
  },
  "chat-in-shadow-roots": {
    path: "/jobs/chat-widget",
    selectors: ["css", "pierce"],
    async act(page) {
      await page.getByRole("button", { name: "Chat" }).click();
      await typeInto(page, "Message", "My card is lost");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Your case is").waitFor();
    },
  },
  "newsletter-by-text": {
    path: "/jobs/cookie-banner?banner=yes",
    selectors: ["text", "aria", "xpath"],
    async act(page) {
      await page.getByRole("button", { name: "Accept" }).click();
      await typeInto(page, "Email", "ada@example.com");
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.getByText("You are subscribed").waitFor();
    },
  },
  "claim-in-two-tabs": {
    path: "/jobs/second-tab",
    async act(page) {
      const opened = page.context().waitForEvent("page");
      await page.getByRole("link", { name: "Where is my reference?" }).click();
      const tab = await opened;
      await tab.bringToFront();
      await tab.locator("#number").click();
      await tab.waitForTimeout(1_000);
      await page.bringToFront();
      await typeInto(page, "Reference", "GP-2207-18");
      await page.keyboard.press("Enter");
      await page.getByText("Your claim is open").waitFor();
    },
  },
  "sign-in-by-test-attribute": {
    path: "/jobs/two-page-sign-in",
    selectors: ["css"],
    attribute: "data-testid",
    async act(page) {
      await typeInto(page, "Login", "ada");
      await page.keyboard.press("Enter");
      await typeInto(page, "Password", "lovelace");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("Welcome").waitFor();
    },
  },
  "orders-page-by-page": {
    path: "/orders",
    async act(page) {
      await page.getByRole("link", { name: "Next page" }).click();
      await page.getByText("page 2").waitFor();
      await page.goBack();
      await page.getByText("page 1").waitFor();
      await page.goto(new URL("/things", page.url()).href);
      await page.mouse.wheel(0, 3_000);
      await page.getByText("More").waitFor();
      await page.getByRole("heading").dblclick();
      await page.getByRole("heading").click({ button: "right" });
      const opened = page.context().waitForEvent("page");
      await page.getByRole("link", { name: "Another window" }).click();
      await (await opened).getByText("Window").waitFor();
    },
  },
  "texts-and-keys": {
    path: "/echo",
    async act(page) {
      await page.getByLabel("Value", { exact: true }).click();
      await page.keyboard.press("Control+A");
      await page.keyboard.type("First");
      await page.keyboard.press("Tab");
      await page.keyboard.type("One line\nAnother LINE");
      await page.getByRole("button").click();
      await page.getByText("Received value").waitFor();
    },
  },
  "order-by-keyboard": {
    path: "/order",
    selectors: ["css", "aria", "text"],
    async act(page) {
      await page.getByLabel("Country").focus();
      await page.keyboard.press("P");
      await page.getByText("By courier").click();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.getByText("Send me news").click();
      await page.getByRole("button").click();
      await page.getByRole("button", { name: "Confirm the order" }).click();
      await page.getByText("Your order is confirmed").waitFor();
    },
  },
  "document-handed-in": {
    path: "/upload",
    async act(page) {
      await page
        .getByLabel("Document")
        // A file of the disk: Chromium itself then says that the field changed, and the Recorder listens to nobody else.
        .setInputFiles(join(import.meta.dirname, "../LICENSE"));
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("We have your document").waitFor();
    },
  },
  "code-in-six-boxes": {
    path: "/code-boxes",
    async act(page) {
      await page.getByLabel("Digit 1").click();
      await page.keyboard.type("349001", { delay: 100 });
      await page.getByText("Welcome").waitFor();
    },
  },
};
