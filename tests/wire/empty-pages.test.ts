import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createAccount } from "@gatepost/domain/accounts/accounts";
import { beforeAll, expect, test } from "vitest";
import { root } from "../checks.ts";
import { newApplication } from "../factories.ts";
import { newPortalSession } from "../portal-session.ts";
import { openWire } from "./wire.ts";

/** Row U4: what a page says where there is nothing to show, and what it says to do. */
const said: [path: string, title: string, next: string][] = [
  ["/dashboard", "No tasks yet", "A task runs a template in a browser."],
  ["/dashboard/apps", "No applications yet", "Register the program that calls this service."],
  ["/dashboard/tasks", "No tasks yet", "A task runs a template in a browser."],
  ["/dashboard/tasks?state=failed", "No matching tasks", "Change the filters, or show all tasks."],
  ["/dashboard/tasks/waiting", "Nothing waits for an answer", "A task appears here as soon as it asks for an answer."],
  ["/dashboard/tasks/statistics", "No waits to show", "Once a task created in the last 30 days has waited"],
  [
    "/dashboard/templates",
    "No templates of your own yet",
    "Record what the template should do in a browser here, or copy a built-in one below",
  ],
  ["/dashboard/secrets", "No stored secrets yet", "Store a password or the key of an authenticator app once"],
  ["/dashboard/secrets", "No sessions yet", "Give a template or a task a session"],
  ["/dashboard/keys", "No keys yet", "Create one above"],
  ["/dashboard/balance", "No transactions yet", "Your first top-up or task will appear here."],
  ["/dashboard/balance?kind=refund", "No matching transactions", "Show all"],
  ["/apps?q=none", "No application matches this name", "Show all"],
];
/** Where nobody has published an application, and an error, which only a browser shows. */
const notHere = ["No applications published yet", "Your account has no template of this name"];

const { url, operator } = openWire();
let accountId: number;
let cookie: string;

beforeAll(async () => {
  const email = `${crypto.randomUUID()}@example.org`;
  ({ accountId } = await createAccount({ ctx: operator, input: { email, balance: 0n } }));
  cookie = await newPortalSession({ operator }, accountId);
});

/** The words of a page, without its scripts. */
async function wordsOf(path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { accept: "text/html", cookie } });
  return (await response.text())
    .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ([.,:])/g, "$1");
}

test.for(said)("%s says “%s” and what to do", async ([path, title, next]) => {
  expect(await wordsOf(path)).toContain(`${title} ${next}`);
});

test("the chart of an application that nobody has used says how to use it", async () => {
  const softId = await newApplication(operator, { accountId });
  expect(await wordsOf(`/dashboard/apps/${softId}`)).toContain(
    "No data in this range Create a task with the softId, or open the public page",
  );
});

test("each empty state of the site is in this list", () => {
  const files = globSync("apps/web/src/**/*.tsx", { cwd: root });
  const titles = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/<Empty title=("[^"]+"|\{[^}]+\})/g)].flatMap(
      ([, title = ""]) => [...title.matchAll(/"([^"]+)"/g)].map(([, text]) => text),
    ),
  );
  const known = [...said.map(([, title]) => title), ...notHere];
  expect(titles.filter((title) => title && !known.includes(title))).toEqual([]);
  expect(titles.length).toBeGreaterThan(10);
});
