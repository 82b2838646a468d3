import { readFileSync } from "node:fs";
import { join } from "node:path";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { builtInTemplates, installBuiltInTemplates } from "@gatepost/domain/templates/built-in/install";
import { expect, test } from "vitest";
import { authenticatorKey } from "../../../cli/src/demo-site/forms.ts";
import { everydayJobs, signIn } from "../testing/everyday-jobs.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerDemoSite();
await installBuiltInTemplates({ ctx: environment.system });
environment.startWorker();

interface Case {
  path: string;
  variables: Record<string, string>;
  /** What the account has stored for the site. */
  secrets?: Record<string, string>;
  texts?: Record<string, unknown>;
  pictures: number;
  htmls?: number;
  /** What the site received. */
  received?: [path: string, fields: Record<string, string>];
}

/** One run of each general template of the gallery, on the demo site. */
const cases: Record<string, Case> = {
  "Sign-in and wait for control text": {
    path: "/login",
    variables: { ...signIn, control_text: "Enter your code" },
    pictures: 1,
    received: ["/login", { login: "ada", password: "lovelace" }],
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
    received: ["/echo", { value: "one", long: "two\r\nlines" }],
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
    received: ["/upload", expect.objectContaining({ name: "invoice.txt", size: "10" }) as Record<string, string>],
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
    received: ["/authenticator", { login: "ada", password: "lovelace" }],
  },
};

test("each template of the gallery is run, here or as one of the everyday jobs", () => {
  const run = new Set([...Object.keys(cases), ...Object.values(everydayJobs).map(({ templateName }) => templateName)]);
  expect([...run].sort()).toEqual(builtInTemplates.map(({ name }) => name).sort());
});

test.each(Object.entries(cases))(
  "%s",
  async (templateName, { path, variables, secrets = {}, texts, pictures, htmls, received }) => {
    for (const [name, value] of Object.entries(secrets))
      await saveSecret({ ctx: customer.ctx, input: { name, value, domains: [new URL(site.url).hostname] } });
    const taskId = await customer.createOf(templateName, `${site.url}${path}`, variables);
    const solution = await customer.solution(taskId);
    expect(solution.texts).toEqual(texts ?? {});
    expect([solution.screenshots.length, solution.HTMLsInBase64.length]).toEqual([pictures, htmls ?? 0]);
    if (received) expect(site.submissions(received[0]).at(-1)?.fields).toEqual(received[1]);
  },
);

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
