import type { BrowserSettings } from "@gatepost/contract/browser-settings";
import { expect } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { statementPdf } from "../../../cli/src/demo-site/jobs/documents-and-tabs.ts";
import { emailedCode } from "../../../cli/src/demo-site/jobs/sign-in.ts";

/** One of the twenty everyday jobs of row U7 (docs/quality.md): a built-in template on its page of the demo site. */
export interface EverydayJob {
  templateName: string;
  path: string;
  variables: Record<string, unknown>;
  settings?: Partial<BrowserSettings>;
  /** The session of this task and of another one after it, which submits nothing and gets the same result. */
  session?: string;
  /** What is pushed, in this order: when the task waits for it, or `early`, before the next one. */
  late?: { name: string; value: unknown; early?: true }[];
  /** What the result must have. */
  texts?: Record<string, unknown>;
  data?: Record<string, unknown>;
  files?: Record<string, unknown>;
  /** What the site must have received, each once and in this order. */
  received?: [path: string, fields: Record<string, unknown>][];
}

export const signIn = {
  login_input_css: "#login",
  login_input_value: "ada",
  password_input_css: "#password",
  password_input_value: "lovelace",
};

/** A day two months ahead, so that the calendar is turned twice. */
const now = new Date();
const appointment = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 2, 12)).toISOString().slice(0, 10);

const newsletter = (banner: string): EverydayJob => ({
  templateName: "Submit a form that a banner may cover",
  path: `/jobs/cookie-banner?banner=${banner}`,
  variables: {
    banner_button_css: "#accept",
    field_css: "#email",
    field_value: "ada@example.com",
    button_css: "#subscribe",
    control_text: "You are subscribed",
  },
  received: [["/jobs/cookie-banner", { email: "ada@example.com" }]],
});

export const everydayJobs: Record<string, EverydayJob> = {
  "late elements": {
    templateName: "Open something that appears late",
    path: "/jobs/late-elements",
    variables: { button_css: "#open", result_css: "#total" },
    texts: { result: "$1,547.95" },
    received: [["/jobs/late-elements", {}]],
  },
  "a two-page sign-in": {
    templateName: "Sign in on two pages",
    path: "/jobs/two-page-sign-in",
    variables: { ...signIn, control_text: "Welcome, Ada" },
    received: [
      ["/jobs/two-page-sign-in", { login: "ada" }],
      ["/jobs/two-page-sign-in/password", { login: "ada", password: "lovelace" }],
    ],
  },
  "a code in six boxes": {
    templateName: "Enter a code with a box for each digit",
    path: "/jobs/six-box-code",
    variables: { first_box_css: "#digit1", code: "_WAIT_FOR_IT_", control_text: "Signed in" },
    late: [{ name: "code", value: rightCode }],
    received: [["/jobs/six-box-code", Object.fromEntries([...rightCode].map((digit, n) => [`digit${n + 1}`, digit]))]],
  },
  "a pop-up": {
    templateName: "Sign in through a pop-up window",
    path: "/jobs/pop-up",
    variables: { button_css: "#sign-in", ...signIn, control_text: "Signed in as Ada" },
    received: [["/jobs/pop-up/sign-in", { login: "ada", password: "lovelace" }]],
  },
  "a frame of another site": {
    templateName: "Pay by card in a frame",
    path: "/jobs/card-frame",
    variables: {
      card_number_css: "#number",
      card_number: "4242 4242 4242 4242",
      expiry_date_css: "#expiry",
      expiry_date: "04/29",
      security_code_css: "#cvc",
      security_code: "_WAIT_FOR_IT_",
      button_css: "#pay",
      control_text: "Paid with the card that ends in 4242",
    },
    late: [{ name: "security_code", value: "123" }],
    received: [["/jobs/card-frame/card", { number: "4242 4242 4242 4242", expiry: "04/29", cvc: "123" }]],
  },
  "shadow roots": {
    templateName: "Write to a chat widget",
    path: "/jobs/chat-widget",
    variables: {
      open_button_css: "#open",
      message_css: "#message",
      message: "My card is lost.\nWhat now?",
      send_button_css: "#send",
      reply_css: "#reply:not(:empty)",
    },
    texts: { reply: "Thank you. Your case is 4711." },
    received: [["/jobs/chat-widget", { message: "My card is lost.\nWhat now?" }]],
  },
  "a date picker": {
    templateName: "Choose a date in a calendar",
    path: "/jobs/date-picker",
    variables: {
      field_css: "#date",
      calendar_css: "#calendar",
      next_month_css: "#next-month",
      day_css: `[data-date="${appointment}"]`,
      button_css: "#book",
      control_text: `We expect you on ${appointment}`,
    },
    received: [["/jobs/date-picker", { date: appointment }]],
  },
  "a banner": newsletter("yes"),
  "no banner": newsletter("no"),
  "a table as JSON": {
    templateName: "Read a table as JSON",
    path: "/report",
    variables: { row_css: "#months tbody tr" },
    data: {
      rows: [
        ["January", "$900.00", "$412.20"],
        ["February", "$900.00", "$388.75"],
        ["March", "$950.00", "$401.10"],
      ].map(([column_1, column_2, column_3]) => ({
        column_1,
        column_2,
        column_3,
        column_4: null,
        column_5: null,
        link: null,
      })),
    },
  },
  pagination: {
    templateName: "Collect a list over all its pages",
    path: "/orders",
    variables: { item_css: ".order", next_css: "#next" },
    data: {
      items: [1041, 1042, 1043, 1044, 1045].map((order) => ({
        text: expect.stringContaining(String(order)),
        link: expect.stringMatching(`/orders/${order}$`),
      })),
    },
  },
  "a PDF to download": {
    templateName: "Download a document",
    path: "/jobs/pdf-download",
    variables: { link_css: "#statement" },
    files: {
      document: { name: "statement.pdf", type: "application/pdf", base64: statementPdf.toString("base64") },
    },
  },
  "a refused code": {
    templateName: "Sign-in with 2FA and wait for control text",
    path: "/login",
    variables: {
      ...signIn,
      "2fa_input_css": "#2facode",
      "2fa_input_value": "_WAIT_FOR_IT_",
      control_text: "Welcome, Ada",
    },
    late: [
      { name: "2fa_input_value", value: "000000" },
      { name: "2fa_input_value", value: rightCode },
    ],
    texts: { page: expect.stringContaining("$1,284.50") },
    received: [
      ["/login", { login: "ada", password: "lovelace" }],
      ["/2fa", { code: "000000" }],
      ["/2fa", { code: rightCode }],
    ],
  },
  "a saved session": {
    templateName: "Sign in only where it is necessary",
    path: "/welcome",
    session: "the bank",
    variables: {
      ...signIn,
      "2fa_input_css": "#2facode",
      "2fa_input_value": "_WAIT_FOR_IT_",
      control_text: "Welcome, Ada",
      element_css: "#balance",
    },
    late: [{ name: "2fa_input_value", value: rightCode }],
    texts: { text: "$1,284.50" },
    received: [
      ["/login", { login: "ada", password: "lovelace" }],
      ["/2fa", { code: rightCode }],
    ],
  },
  "a confirm box": {
    templateName: "Click a button that asks whether you are sure",
    path: "/jobs/confirm-box",
    variables: { button_css: "#cancel", control_text: "Order 1042 is cancelled" },
    received: [["/jobs/confirm-box", { order: "1042" }]],
  },
  "a never-ending page": {
    templateName: "Read a page that grows as you scroll",
    path: "/jobs/endless-page",
    variables: { item_css: ".item", end_css: "#more" },
    data: { items: Array.from({ length: 60 }, (_, n) => ({ text: `Transaction ${n + 1}`, link: null })) },
  },
  "two late values": {
    templateName: "Confirm with two codes",
    path: "/jobs/two-codes",
    variables: {
      sms_code_css: "#sms",
      sms_code: "_WAIT_FOR_IT_",
      email_code_css: "#email",
      email_code: "_WAIT_FOR_IT_",
      button_css: "#confirm",
      control_text: "Your device is confirmed",
    },
    late: [
      { name: "email_code", value: emailedCode, early: true },
      { name: "sms_code", value: rightCode },
    ],
    received: [["/jobs/two-codes", { sms: rightCode, email: emailedCode }]],
  },
  "a second tab": {
    templateName: "Copy a value from a second tab",
    path: "/jobs/second-tab",
    variables: {
      link_css: "#find",
      value_css: "#number",
      field_css: "#reference",
      button_css: "#follow",
      control_text: "Your claim is open",
    },
    texts: { value: "GP-2207-18" },
    received: [["/jobs/second-tab", { reference: "GP-2207-18" }]],
  },
  "an own viewport and locale": {
    templateName: "Read a page in another language or window size",
    path: "/jobs/own-language",
    settings: { viewport: { width: 390, height: 844 }, locale: "pt-PT", timezone: "Asia/Tokyo" },
    variables: { element_css: "main" },
    texts: { text: "A sua conta\n\n☰\n\nSaldo: 1284,50\u00a0€\n\nLigamos-lhe às 18:00" },
  },
  "basic authentication": {
    templateName: "Read a page behind the browser's own password",
    path: "/private",
    settings: { httpAuth: { username: "ada", password: "love:lace" } },
    variables: { control_text: "Welcome", element_css: "h1" },
    texts: { text: "Welcome, Ada" },
  },
  "an approval with a price": {
    templateName: "Confirm after a person's approval",
    path: "/jobs/approval",
    variables: {
      button_css: "#pay",
      summary_css: "table",
      total_css: "#amount",
      approval: "_WAIT_FOR_IT_",
      control_text: "Your payment is made",
    },
    late: [{ name: "approval", value: true }],
    texts: {
      summary: "To\tBookshop Lisbon\nAmount\t$31.20",
      total: "$31.20",
      page: expect.stringContaining("Your payment is made"),
    },
    received: [["/jobs/approval", { payment: "2207" }]],
  },
};
