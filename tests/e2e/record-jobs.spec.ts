import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { everydayJobs } from "../../apps/worker/src/testing/everyday-jobs.ts";
import { expect, test } from "./flow.ts";
import { type RecordedJob, recordAndRun } from "./recording-person.ts";

/** Rows L8 and U7: everyday jobs of the demo site, recorded by doing them and run with other values, where the site takes others. */
interface SiteJob extends RecordedJob {
  path: string;
  /** What the site receives from the task. */
  received: [path: string, fields: Record<string, string>][];
}

const { path: datePickerPath = "", variables: appointment = {} } = everydayJobs["a date picker"] ?? {};
const day = String(appointment.day_css);

const jobs: Record<string, SiteJob> = {
  "a two-page sign-in": {
    path: "/jobs/two-page-sign-in",
    async record(person) {
      await person.fill("#login", "ada");
      await person.click("button");
      await person.fill("#password", "lovelace");
      await person.click("button");
    },
    values: { Login: "ada" },
    asked: [["password", "lovelace"]],
    received: [
      ["/jobs/two-page-sign-in", { login: "ada" }],
      ["/jobs/two-page-sign-in/password", { login: "ada", password: "lovelace" }],
    ],
  },
  "a code in six boxes": {
    path: "/jobs/six-box-code",
    async record(person) {
      await person.fill("#digit1", "123456");
    },
    asked: [["digit", rightCode]],
    received: [["/jobs/six-box-code", Object.fromEntries([...rightCode].map((one, n) => [`digit${n + 1}`, one]))]],
  },
  "a form behind a banner": {
    path: "/jobs/cookie-banner?banner=yes",
    async record(person) {
      await person.click("#accept");
      await person.fill("#email", "ada@example.com");
      await person.click("#subscribe");
    },
    values: { Email: "grace@example.com" },
    received: [["/jobs/cookie-banner", { email: "grace@example.com" }]],
  },
  "a card in a frame of another site": {
    path: "/jobs/card-frame",
    async record(person) {
      await person.fill("#number", "4242 4242 4242 4242");
      await person.press("Tab");
      await person.type("04/29");
      await person.press("Tab");
      await person.type("123");
      await person.press("Enter");
    },
    values: { "Card number": "5555 5555 5555 4444", "Expiry date": "11/31", "Security code": "456" },
    received: [["/jobs/card-frame/card", { number: "5555 5555 5555 4444", expiry: "11/31", cvc: "456" }]],
  },
  "a chat in shadow roots": {
    path: "/jobs/chat-widget",
    async record(person) {
      await person.click("#open");
      await person.fill("#message", "My card is lost.");
      await person.click("#send");
    },
    values: { Message: "I have found my card." },
    received: [["/jobs/chat-widget", { message: "I have found my card." }]],
  },
  "a day in a calendar": {
    path: datePickerPath,
    async record(person) {
      await person.click("#date");
      await person.click("#next-month");
      await person.click("#next-month");
      await person.click(day);
      await person.click("#book");
    },
    received: [[datePickerPath, { date: /\d{4}-\d\d-\d\d/.exec(day)?.[0] ?? "" }]],
  },
  "a sign-in in a pop-up": {
    path: "/jobs/pop-up",
    async record(person) {
      await person.opening(() => person.click("#sign-in"));
      await person.fill("#login", "ada");
      await person.fill("#password", "lovelace");
      await person.closing(() => person.click("button"));
    },
    values: { Login: "ada" },
    asked: [["password", "lovelace"]],
    received: [["/jobs/pop-up/sign-in", { login: "ada", password: "lovelace" }]],
  },
  "a reference from a second tab": {
    path: "/jobs/second-tab",
    async record(person) {
      await person.opening(() => person.click("#find"));
      await person.toFirstTab();
      await person.fill("#reference", "GP-2207-17");
      await person.click("#follow");
    },
    values: { Reference: "GP-2207-18" },
    received: [["/jobs/second-tab", { reference: "GP-2207-18" }]],
  },
};

for (const [title, job] of Object.entries(jobs))
  test(`${title} is recorded by doing it, saved and run`, async ({ installation, caller, browser }) => {
    const { site } = installation;
    let before = 0;
    const saved = () => {
      before = site.submissions().length;
    };
    await recordAndRun({ browser, installation, account: caller, title, url: site.url + job.path, job, saved });
    expect(site.submissions().slice(before)).toEqual(job.received.map(([path, fields]) => ({ path, fields })));
  });
