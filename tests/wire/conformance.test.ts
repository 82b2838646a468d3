import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { isLong } from "@gatepost/domain/platform/test-size";
import { cancelTask } from "@gatepost/domain/tasks/cancel-task";
import { afterAll, expect, test } from "vitest";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { packageFolder } from "../../packages/conformance/build.ts";
import { type Check, runCheck } from "../../packages/conformance/src/check.ts";
import { checks } from "../../packages/conformance/src/checks.ts";
import { keyOptions, type Options, Service } from "../../packages/conformance/src/service.ts";
import { root } from "../checks.ts";
import { inPortal, newAccount, newApplication, newKey, newRevokedKey, suspend } from "../factories.ts";
import { startInstallation } from "../installation.ts";
import { startAlteredService } from "./altered-service.ts";
import { alterations, refusesNothing, withoutExchange } from "./conformance-alterations.ts";
import { openInstallation } from "./wire.ts";

/**
 * Row C1: the suite of packages/conformance passes here on both paths. In `npm run soak -- conformance`, each of its checks
 * is also seen failing where its rule is broken. One types the numbers of row F1 into a page.
 */

/** Everything that the suite can be given, so that no check is skipped, and the accounts whose tasks the checks make. */
type AllOptions = Options & { page: string; accountIds: number[] };

const run = promisify(execFile);
await run(process.execPath, ["build.ts"], { cwd: join(root, "packages/conformance") });
const site = await startSite();
afterAll(() => site.close());
/** Without a worker until checks need one: tasks of the others would keep it and its browser busy for nothing. */
const { installation, operator } = await openInstallation({ egressAllow: `127.0.0.1:${site.port}` });
const { database, secret, url } = installation;
/** The web process of the same installation that answers methods through Next.js. */
const routes = await startInstallation({ database, secret, env: { GATEPOST_FAST_PATH: "off" } });
afterAll(() => routes.stop());
const altered = await startAlteredService(url);
afterAll(() => altered.close());
/** Of what is run against the altered service. */
const options = await newOptions();
/** Of a run without workers. */
let service: Service | undefined;
afterAll(async () => expect(await reconcile({ ctx: operator })).toEqual([]));

/** Those of an account of its own, with keys of each kind. */
async function newOptions(): Promise<AllOptions> {
  const account = await newAccount(operator, { balance: 1_000 });
  const other = await newAccount(operator);
  const { clientKey: poorKey } = await newAccount(operator, { balance: 0 });
  const suspended = await newAccount(operator);
  await suspend(operator, suspended);
  return {
    baseUrl: installation.url,
    clientKey: account.clientKey,
    otherKey: other.clientKey,
    poorKey,
    suspendedKey: suspended.clientKey,
    revokedKey: await newRevokedKey(operator, account.accountId),
    foreignAddressKey: await newKey(operator, account.accountId, { addresses: ["203.0.113.7"] }),
    readOnlyKey: await newKey(operator, account.accountId, { readOnly: true }),
    softId: await newApplication(operator, account),
    page: `${site.url}/`,
    // A busy machine must not fail a check.
    patience: 300,
    accountIds: [account.accountId, other.accountId],
  };
}

/** The command line with everything that it takes. */
function command(options: AllOptions, baseUrl: string, ...more: string[]): string[] {
  const keys = Object.entries(keyOptions).flatMap(([name, [option]]) => [
    `--${option}`,
    String(options[name as keyof typeof keyOptions]),
  ]);
  const others = [
    "--base-url",
    baseUrl,
    "--client-key",
    options.clientKey,
    "--page",
    options.page,
    "--patience",
    "300",
  ];
  return [join(packageFolder, "main.js"), ...others, ...keys, "--soft-id", String(options.softId), ...more];
}

interface Printed {
  name: string;
  origin: string;
  outcome: string;
  why?: string;
}

/** What the command prints with --json. */
async function results(...args: string[]): Promise<Printed[]> {
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 }).catch((error) => error);
  return JSON.parse(stdout);
}

let needWorkers: ReadonlySet<string>;

test("every check that needs no worker passes on both paths", { timeout: 300_000 }, async () => {
  const file = join(packageFolder, "../report.xml");
  const [printed, onRoutes] = await Promise.all([
    results(...command(await newOptions(), installation.url, "--json", "--no-workers", "--junit", file)),
    results(...command(await newOptions(), routes.url, "--json", "--no-workers")),
  ]);
  expect(printed).toHaveLength(checks.length);
  for (const one of [printed, onRoutes]) {
    const others = one.filter(({ outcome }) => outcome !== "passed");
    const why = new Set(others.map(({ outcome, why }) => `${outcome}: ${why}`));
    expect(why).toEqual(new Set(["skipped: needs workers: --no-workers"]));
  }
  const skipped = printed.filter(({ outcome }) => outcome === "skipped");
  expect(skipped.length).toBeLessThan(checks.length / 4);
  needWorkers = new Set(skipped.map(({ name }) => name));
  const xml = readFileSync(file, "utf8");
  expect(xml.match(/<testcase /g)).toHaveLength(checks.length);
  expect(xml).toContain(`failures="0" skipped="${skipped.length}"`);
});

test("an alteration is of a check", () => {
  const names = checks.map(({ name }) => name);
  expect(Object.keys(alterations).filter((name) => !names.includes(name))).toEqual([]);
});

/** The check fails with the service that breaks its rule. */
async function expectFailing(check: Check, service: Service): Promise<void> {
  altered.alter(alterations[check.name] ?? refusesNothing);
  const { outcome, why } = await runCheck(check, service.at(altered.url));
  await cancelOpen();
  expect(outcome, `${check.name}: ${why}`).toBe("failed");
  expect(why, "the check came to its answer").toMatch(
    /^(?!terminated|fetch failed|[\s\S]*did not get further)[\s\S]*\S/,
  );
  if (!withoutExchange.has(check.name)) expect(altered.changed(), "no answer was altered").toBeGreaterThan(0);
}

if (isLong)
  test.for(checks)("seen failing, unless it needs a worker: $name", async (check) => {
    service ??= await Service.open({ ...options, withoutWorkers: true });
    if (!needWorkers.has(check.name)) await expectFailing(check, service);
  });

test("each other check passes with a worker, and by npm run soak is seen failing", { timeout: 300_000 }, async () => {
  await installation.startWorker();
  const left = checks.filter(({ name }) => needWorkers.has(name));
  const broken = isLong && (await Service.open(options));
  /** Makes one check after the other, with accounts of its own. */
  const makeChecks = async () => {
    const kept = await Service.open(await newOptions());
    for (let check = left.shift(); check; check = left.shift()) {
      const [{ outcome, why }] = await Promise.all([runCheck(check, kept), broken && expectFailing(check, broken)]);
      expect(outcome, `${check.name}: ${why}`).toBe("passed");
    }
  };
  // They wait more than they compute; only one at a time can be seen failing.
  await Promise.all(Array.from({ length: broken ? 1 : 3 }, makeChecks));
});

/** Ends the tasks whose ids a check was not told: they would keep the worker from the next ones. */
async function cancelOpen(): Promise<void> {
  const text = "select id, account_id from task where state not in ('ready', 'failed') and account_id = any($1)";
  const { rows } = await operator.db.pool.query<{ id: number; account_id: number }>(text, [options.accountIds]);
  for (const { id: taskId, account_id: accountId } of rows)
    await cancelTask({ ctx: inPortal(operator, { accountId }), input: { taskId } });
}

test("the command line says what failed and by which rule, with exit code 1", async () => {
  altered.alter(alterations["y is an integer"] ?? (() => {}));
  const failed = await run(process.execPath, command(options, altered.url, "--only", "y is an integer")).catch(
    (error) => error,
  );
  expect(failed.code).toBe(1);
  expect(failed.stdout).toContain("✗ specification 2.3 y is an integer");
  expect(failed.stdout).toContain("The rule: “Value for that day”");
  expect(failed.stdout).toContain("1 checks: 0 passed, 1 failed, 0 skipped");
});

test("where a service is not Gatepost, or an option is missing, what cannot be seen is skipped with the reason", async () => {
  altered.alter((exchange) => {
    if (exchange.path === "openapi.json") exchange.body.info.title = "Another service";
  });
  const given = ["--base-url", altered.url, "--client-key", options.clientKey];
  const printed = await results(join(packageFolder, "main.js"), ...given, "--json");
  expect(printed.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  for (const { origin, outcome, why } of printed)
    if (origin === "gatepost") expect([outcome, why]).toEqual(["skipped", expect.stringContaining("Gatepost's own")]);
  const reasons = printed.flatMap(({ origin, why }) => (origin === "specification" && why ? [why] : []));
  expect(new Set(reasons)).toEqual(
    new Set([
      "needs --soft-id: an application of the account",
      "needs --other-key: a key of another account, with money for a task",
      "needs --template: one that waits for a late variable",
    ]),
  );
});

test("without an address or a key, the command line says so with exit code 2", async () => {
  const env = { PATH: process.env.PATH };
  const { code, stderr } = await run(process.execPath, [join(packageFolder, "main.js")], { env }).catch(
    (error) => error,
  );
  expect([code, stderr]).toEqual([2, "--base-url and --client-key are needed. See --help.\n"]);
});
