import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, expect, test } from "@playwright/test";
import { newAccount, openOperator } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { startInstallation } from "../installation.ts";
import { type RecordedJob, recordAndRun } from "./recording-person.ts";

/** Row U7: a job in each of two applications of others, DokuWiki and Radicale, as Debian installs them. */

/** Where Debian's `dokuwiki` and `php-cli` put them, and its `python3-radicale`. */
const [wiki, wikiSettings, wikiData, php, python] = [
  "/usr/share/dokuwiki",
  "/etc/dokuwiki",
  "/var/lib/dokuwiki/data",
  "/usr/bin/php",
  "/usr/bin/python3",
];
const radicaleModule = "/usr/lib/python3/dist-packages/radicale";

let folder: string;
let port: number;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatepost-application-"));
  port = await freePort();
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a page of a wiki is changed by a recorded template", async ({ browser }) => {
  test.skip(!existsSync(wiki) || !existsSync(php), "it needs Debian's dokuwiki and php-cli");
  const [settings, data] = [join(folder, "settings"), join(folder, "data")];
  cpSync(wikiSettings, settings, { recursive: true, dereference: true });
  cpSync(wikiData, data, { recursive: true });
  const password = createHash("md5").update("lovelace").digest("hex");
  writeFileSync(join(settings, "local.php"), `<?php $conf['savedir'] = '${data}'; $conf['useacl'] = 1;`);
  writeFileSync(join(settings, "acl.auth.php"), "*\t@ALL\t1\n*\t@user\t8\n");
  writeFileSync(join(settings, "users.auth.php"), `ada:${password}:Ada:ada@example.org:user\n`);
  writeFileSync(join(data, "pages/start.txt"), "Old words.");
  const places = ["DOKU_CONF", "DOKU_MAIN_CONF"].map((name) => `define('${name}', '${settings}/');`);
  const first = join(folder, "first.php");
  writeFileSync(first, `<?php ${places.join(" ")}`);
  await using _ = await started(php, ["-d", `auto_prepend_file=${first}`, "-S", `127.0.0.1:${port}`, "-t", wiki]);
  await recordedAndRun(browser, "A page of the wiki", "/doku.php", {
    async record(person) {
      await person.click("#dokuwiki__usertools .login a");
      await person.fill("#focus__this", "ada");
      await person.fill("input[type=password]", "lovelace");
      await person.click("#dw__login button[type=submit]");
      await person.click("#dokuwiki__pagetools .edit a");
      await person.fill("#wiki__text", "Some words.");
      await person.click("#edbtn__save");
    },
    values: { Username: "ada", Wikitext: "Other words." },
    asked: [["password", "lovelace"]],
  });
  expect(readFileSync(join(data, "pages/start.txt"), "utf8")).toContain("Other words.");
});

test("a calendar is created by a recorded template", async ({ browser }) => {
  test.skip(!existsSync(radicaleModule), "it needs Debian's python3-radicale");
  const options = ["--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none", "--storage-filesystem-folder", folder];
  await using _ = await started(python, ["-m", "radicale", ...options]);
  await recordedAndRun(browser, "A calendar", "/.web/", {
    async record(person) {
      await person.fill("[placeholder=Username]:visible", "ada");
      await person.fill("[type=password]:visible", "lovelace");
      await person.press("Enter");
      await person.click("text=Create new addressbook or calendar");
      await person.fill("[data-name=displayname]:visible", "Team");
      await person.press("Tab");
      await person.type("Of the team");
      await person.press("Tab");
      await person.press("ArrowDown");
      await person.click("[data-name=submit]:visible");
    },
    values: { Username: "grace", Title: "Boats", Description: "Of boats" },
    asked: [["password", "hopper"]],
  });
  const collections = join(folder, "collection-root/grace");
  const [calendar = ""] = readdirSync(collections).filter((name) => !name.startsWith("."));
  const said = JSON.parse(readFileSync(join(collections, calendar, ".Radicale.props"), "utf8"));
  expect(said).toMatchObject({ "D:displayname": "Boats", "C:calendar-description": "Of boats", tag: "VCALENDAR" });
});

async function recordedAndRun(browser: Browser, title: string, path: string, job: RecordedJob): Promise<void> {
  const installation = await startInstallation({ worker: true, egressAllow: `127.0.0.1:${port}` });
  const operator = openOperator(installation);
  try {
    const account = await newAccount(operator);
    const url = `http://127.0.0.1:${port}${path}`;
    await recordAndRun({ browser, installation: { ...installation, operator }, account, title, url, job });
  } finally {
    await operator.close();
    await installation.stop();
  }
}

/** Resolves when the program answers at the port; it ends with the test. */
async function started(program: string, args: string[]): Promise<AsyncDisposable> {
  const child = spawn(program, args, { stdio: "ignore" });
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await sleep(100);
  return { [Symbol.asyncDispose]: async () => void child.kill() };
}
