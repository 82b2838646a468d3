import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atDemoSite, firstCode, firstLate, firstTask } from "@gatepost/contract/first-task";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { root } from "../checks.ts";
import { post } from "../wire/call.ts";
import { buildImages, readImageConfig, removeImages, targets } from "./build.ts";
import type { Container } from "./container.ts";
import { type ImageInstallation, openInstallation } from "./installation.ts";

const app = "/home/gatepost/app";
const kept = process.env.GATEPOST_TEST_IMAGES;
const [manifest] = parseAllDocuments(readFileSync(join(root, "deploy/kubernetes/base/web.yaml"), "utf8"));
const startupProbe: string[] = manifest?.toJS().spec.template.spec.containers[0].startupProbe.exec.command;
const say = (line: string) => process.stderr.write(`${line}\n`);

let folder: string;
beforeAll(async () => {
  folder = kept ?? mkdtempSync(join(tmpdir(), "gatepost-images-"));
  mkdirSync(folder, { recursive: true });
  await buildImages(folder, say);
});
afterAll(async () => {
  if (!kept) await removeImages(folder);
});

test.each(targets)(
  "the image of %s begins with tini, and its user is an ordinary one with a number",
  async (target) => {
    const { Entrypoint, User } = await readImageConfig(folder, target);
    expect({ Entrypoint, User }).toEqual({ Entrypoint: ["tini", "--"], User: "10001:10001" });
  },
);

describe.each([
  { how: "as compose.yaml does", confined: false },
  { how: "as deploy/kubernetes does, with nothing but /tmp to write to", confined: true },
])("started $how", ({ confined }) => {
  let installation: ImageInstallation;
  let web: Container;
  let worker: Container;
  let clientKey: string;

  const url = () => `http://${web.address}:3000`;
  const result = async (taskId: number) => (await post(url(), "getTaskResult", { clientKey, taskId })).body;
  const healthy = async (service: "web" | "worker", container: Container) => {
    const [kind, ...check] = installation.services[service].healthcheck?.test ?? [];
    return (await container.exec(...(kind === "CMD-SHELL" ? ["sh", "-c", ...check] : check))).code === 0;
  };
  /** A task of the README's first call, up to its wait for the code. */
  async function untilItWaits(): Promise<number> {
    const { body, text } = await post(url(), "createTask", {
      clientKey,
      task: atDemoSite(firstTask, installation.site.url),
    });
    expect(body.errorId, text).toBe(0);
    await expect.poll(() => result(body.taskId)).toMatchObject({ waitingFor: [firstLate] });
    return body.taskId;
  }
  async function untilReady(taskId: number) {
    const pushed = await post(url(), "pushAntiGateVariable", { clientKey, taskId, name: firstLate, value: firstCode });
    expect(pushed.body, pushed.text).toMatchObject({ errorId: 0 });
    await expect.poll(() => result(taskId)).toMatchObject({ status: "ready" });
    return (await result(taskId)).solution;
  }

  beforeAll(async () => {
    installation = await openInstallation(folder);
  });
  afterAll(() => installation?.close());

  test("migrate makes the tables and roles, and ends with 0", async () => {
    const migrate = await installation.start("migrate", { confined });
    expect(await migrate.ended, migrate.output()).toBe(0);
    expect(migrate.output()).toContain("applied ");
  });

  test("web and worker become healthy by their health checks, as an ordinary user under tini", async () => {
    [web, worker] = await Promise.all([
      installation.start("web", { confined }),
      installation.start("worker", { confined }),
    ]);
    for (const [name, container] of [
      ["worker", worker],
      ["web", web],
    ] as const) {
      try {
        await expect.poll(() => healthy(name, container)).toBe(true);
      } catch (error) {
        throw new Error(`The ${name} is not healthy. It said:\n${container.output()}`, { cause: error });
      }
      expect((await container.exec("cat", "/proc/1/comm")).output.trim()).toBe("tini");
      expect((await container.exec("id", "-u")).output.trim()).toBe("10001");
    }
  });

  test("the startup probe of deploy/kubernetes finds that the web server has its migrations", async () => {
    expect(await web.exec(...startupProbe)).toEqual({ code: 0, output: "" });
  });

  test("neither can change its own program", async () => {
    for (const container of [web, worker]) {
      expect(await container.exec("find", app, "-writable", "-not", "-type", "l")).toEqual({ code: 0, output: "" });
      expect((await container.exec("touch", `${app}/apps/new`)).code).not.toBe(0);
    }
  });

  test("an account is created from the image, and the README's three calls lead to a result with a screenshot", async () => {
    const create = ["account", "create", "--email", "ada@example.com", "--balance", "5", "--json"];
    const command = ["node", "bootstrap.mjs", "apps/cli/src/main.ts", ...create];
    const account = await installation.start("migrate", { name: "account", command, confined });
    expect(await account.ended, account.output()).toBe(0);
    clientKey = /gp_[0-9A-Za-z]+/.exec(account.output())?.[0] as string;
    const solution = await untilReady(await untilItWaits());
    expect(solution.texts.page).toContain(firstTask.variables.control_text);
    expect(solution.screenshots[0]).toMatch(/^iVBORw0KGgo/);
  });

  test("R20: a worker that is stopped lets a task end that waits, and ends with 0; so does the web server", async () => {
    const taskId = await untilItWaits();
    await worker.stop();
    await expect.poll(() => worker.output()).toMatch(/"event":"draining"/);
    await untilReady(taskId);
    expect(await worker.ended, worker.output()).toBe(0);
    await web.stop();
    expect(await web.ended, web.output()).toBe(0);
    for (const line of [...worker.output().split("\n"), ...web.output().split("\n")])
      if (line.includes("protection missing") || line.includes('"level":"error"')) say(line);
  });
});
