import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserSettings } from "@gatepost/contract/browser-settings";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { isLong } from "@gatepost/domain/platform/test-size";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { builtInTemplates, installBuiltInTemplates } from "@gatepost/domain/templates/built-in/install";
import { expect, test } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { authenticatorKey } from "../../../cli/src/demo-site/forms.ts";
import { statementPdf } from "../../../cli/src/demo-site/jobs/documents-and-tabs.ts";
import { jobs } from "../../../cli/src/demo-site/jobs/jobs.ts";
import { emailedCode } from "../../../cli/src/demo-site/jobs/sign-in.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerDemoSite();
await installBuiltInTemplates({ ctx: environment.system });
environment.startWorker();

/** A built-in template on a page of the demo site. */
interface Job {
  templateName: string;
  path: string;
  variables: Record<string, unknown>;
  settings?: Partial<BrowserSettings>;
  /** What the account has stored for the site. */
  secrets?: Record<string, string>;
  /** The session of this task and of another one after it, which submits nothing and gets the same result. */
  session?: string;
  /** What is pushed, in this order: when the task waits for it, or `early`, before the next one. */
  late?: { name: string; value: unknown; early?: true }[];
  /** What the result must have. */
  texts?: Record<string, unknown>;
  data?: Record<string, unknown>;
  files?: Record<string, unknown>;
  pictures?: number;
  htmls?: number;
  /** What the site must have received, each once and in this order. */
  received?: [path: string, fields: Record<string, unknown>][];
}

const signIn = {
  login_input_css: "#login",
  login_input_value: "ada",
  password_input_css: "#password",
  password_input_value: "lovelace",
};

/** The templates for whatever page there is, by their names. */
const general: Record<string, Omit<Job, "templateName">> = {
  "Sign-in and wait for control text": {
    path: "/login",
    variables: { ...signIn, control_text: "Enter your code" },
    pictures: 1,
    received: [["/login", { login: "ada", password: "lovelace" }]],
  },
  "Fill and submit a form": {
    path: "/echo",
    variables: {
      first_field_css: "#value",
      first_field_value: "one",
      second_field_css: "#long",
      second_field_value: "two\nlines",
      button_css: "form button",
      control_text: "Received value",
    },
    pictures: 1,
    received: [["/echo", { value: "one", long: "two\r\nlines" }]],
  },
  "Read a table": {
    path: "/report",
    variables: { table_css: "#months" },
    texts: {
      table: "Month\tPaid in\tPaid out\nJanuary\t$900.00\t$412.20\nFebruary\t$900.00\t$388.75\nMarch\t$950.00\t$401.10",
    },
    pictures: 0,
    htmls: 1,
  },
  "Full-page screenshot": { path: "/report", variables: { control_text: "March" }, pictures: 1 },
  "Open a report and keep it": {
    path: "/app",
    variables: { link_css: "main a", report_address: "*/app/account*", report_css: "#view" },
    texts: { report: expect.stringMatching(/Overview|Account/) },
    pictures: 1,
    htmls: 1,
  },
  "Check that a page says something": {
    path: "/text?say=All%20is%20well",
    variables: { expected_text: "all is well" },
    texts: { heading: "A text" },
    pictures: 1,
  },
  "Wait for a price": {
    path: "/price?ms=800",
    variables: { price_css: "#price", wanted_price: "$99.00" },
    texts: { price: "$99.00" },
    pictures: 1,
  },
  "Upload a document": {
    path: "/upload",
    variables: {
      file_input_css: "#document",
      file_name: "invoice.txt",
      file_base64: "SW52b2ljZSAxNw==",
      button_css: "#send",
      control_text: "We have your document",
    },
    pictures: 1,
    received: [["/upload", expect.objectContaining({ name: "invoice.txt", size: "10" })]],
  },
  "Sign in with a stored password and one-time code": {
    path: "/authenticator",
    variables: {
      login_input_css: "#login",
      login_input_value: "ada",
      password_input_css: "#password",
      code_input_css: "#code",
      control_text: "Your code was right",
    },
    secrets: { "site password": "lovelace", "site authenticator": authenticatorKey },
    pictures: 1,
    received: [
      ["/authenticator", { login: "ada", password: "lovelace" }],
      ["/one-time-code", { code: expect.stringMatching(/^\d{6}$/) }],
    ],
  },
};

/** A day two months ahead, so that the calendar is turned twice. */
const now = new Date();
const appointment = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 2, 12)).toISOString().slice(0, 10);

const newsletter = (banner: string): Job => ({
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

/** The twenty everyday jobs of row U7 (docs/quality.md). */
const everydayJobs: Record<string, Job> = {
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

async function run({ templateName, path, variables, settings, session, secrets = {}, late = [] }: Job) {
  for (const [name, value] of Object.entries(secrets))
    await saveSecret({ ctx: customer.ctx, input: { name, value, domains: [new URL(site.url).hostname] } });
  const before = site.submissions().length;
  const task = { websiteURL: `${site.url}${path}`, templateName, variables, session, ...settings };
  const { taskId } = await createTask({ ctx: customer.ctx, input: { task } });
  for (const { name, value, early } of late) {
    if (!early) await customer.waits(taskId, name);
    await customer.push(taskId, name, value);
  }
  const solution = await customer.solution(taskId);
  const submitted = site.submissions().slice(before);
  return { solution, submitted: submitted.map(({ path: to, fields }) => [to, fields]) };
}

test("each built-in template is run here", () => {
  const run = new Set([
    ...Object.keys(general),
    ...Object.values(everydayJobs).map(({ templateName }) => templateName),
  ]);
  expect([...run].sort()).toEqual(builtInTemplates.map(({ name }) => name).sort());
});

test.each(Object.entries(general))("%s", async (templateName, job) => {
  const { solution, submitted } = await run({ templateName, ...job });
  expect(solution.texts).toEqual(job.texts ?? {});
  expect([solution.screenshots.length, solution.HTMLsInBase64.length]).toEqual([job.pictures, job.htmls ?? 0]);
  expect(submitted).toEqual(job.received ?? []);
});

// The others only in `npm run soak`: together they take a minute.
const jobsToRun = Object.entries(everydayJobs).filter(([name]) => isLong || name === "an approval with a price");

test.each(jobsToRun)("U7: %s", async (_, job) => {
  const solution = { texts: job.texts ?? {}, data: job.data ?? {}, files: job.files ?? {} };
  const first = await run(job);
  expect(first.solution).toMatchObject(solution);
  expect(first.submitted).toEqual(job.received ?? []);
  if (!job.session) return;
  const second = await run({ ...job, late: [] });
  expect(second.solution).toMatchObject(solution);
  expect(second.submitted).toEqual([]);
});

test("the site's index links to the page of every job", async () => {
  const index = await (await fetch(`${site.url}/jobs`)).text();
  for (const { path, title } of jobs) {
    expect(index, title).toContain(`<a href="${path}">`);
    const answer = await fetch(`${site.url}${path}`);
    expect([200, 401], title).toContain(answer.status);
  }
  const practised = new Set(Object.values(everydayJobs).map(({ path }) => path.split("?")[0]));
  expect(jobs.filter(({ path }) => !practised.has(path)).map(({ title }) => title)).toEqual([]);
});

test("nothing is confirmed after a no, and no other answer than yes or no is taken", async () => {
  const { templateName = "", path = "", variables = {} } = everydayJobs["an approval with a price"] ?? {};
  const before = site.submissions(path).length;
  const taskId = await customer.createOf(templateName, `${site.url}${path}`, variables);
  await customer.waits(taskId, "approval");
  expect(await customer.ask(taskId)).toMatchObject({
    waiting: [{ kind: "yes_no", prompt: expect.stringContaining("Confirm “$31.20”? The page says “") }],
  });
  for (const answer of ["$31.20", "yes", "", 1])
    await expect(customer.push(taskId, "approval", answer)).rejects.toMatchObject({ code: "ERROR_VARIABLE_REFUSED" });
  await customer.push(taskId, "approval", false);
  expect(Object.keys((await customer.solution(taskId)).texts)).toEqual(["summary", "total"]);
  expect(site.submissions(path).length).toBe(before);
});

test.each([
  [true, [{ payment: "2207" }], { outcome: "Your payment is made" }],
  [false, [], {}],
])("the guide's approval pays after a yes only: %s", async (answer, payments, outcome) => {
  const before = site.submissions("/jobs/approval").length;
  const { steps } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../../docs/examples/pay-after-approval.json"), "utf8"),
  );
  const variables = { approved: "_WAIT_FOR_IT_" };
  const taskId = await customer.create(`${site.url}/jobs/approval`, steps, { variables });
  await customer.waits(taskId, "approved");
  const prompt = "Pay “$31.20” to “Bookshop Lisbon”?";
  expect(await customer.ask(taskId)).toMatchObject({ waiting: [{ name: "approved", prompt, kind: "yes_no" }] });
  await customer.push(taskId, "approved", answer);
  const { texts } = await customer.solution(taskId);
  expect(texts).toEqual({ amount: "$31.20", payee: "Bookshop Lisbon", ...outcome });
  const received = site.submissions("/jobs/approval").slice(before);
  expect(received.map(({ fields }) => fields)).toEqual(payments);
});
