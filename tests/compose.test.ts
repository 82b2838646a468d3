import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./checks.ts";
import { composeProblems, readCompose, readComposeFile, type Service, stopsAfter } from "./compose.ts";

const passwords = {
  POSTGRES_PASSWORD: "of-admin",
  POSTGRES_OWNER_PASSWORD: "of-owner",
  POSTGRES_WEB_PASSWORD: "of-web",
  POSTGRES_WORKER_PASSWORD: "of-worker",
};
const required = { GATEPOST_SECRET: "s".repeat(32), ...passwords };
const services = readCompose(required);
const { proxy, web, worker, migrate, postgres } = services as Record<
  "proxy" | "web" | "worker" | "migrate" | "postgres",
  Service
>;

test("compose.yaml is as the Compose specification says, which finds a misspelt key and a wrong value", () => {
  const file = readComposeFile(required);
  expect(composeProblems(file)).toEqual([]);
  const misspelt = { ...web, healtcheck: web.healthcheck };
  expect(composeProblems({ ...file, services: { web: misspelt } }).join()).toContain("healtcheck");
  const wrong = { ...web, deploy: { resources: { limits: { pids: [] as unknown as number } } } };
  expect(composeProblems({ ...file, services: { web: wrong } }).join()).toContain("/services/web/deploy/resources");
});

test.each(Object.keys(required))("compose.yaml does not start without %s", (name) => {
  expect(() => readCompose({ ...required, [name]: "" })).toThrow(name);
});

test("compose.yaml publishes only the proxy, on 127.0.0.1 by default, and names that address as the origin", () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([["proxy", ["127.0.0.1:3000:80"]]]);
  expect(web.environment).toMatchObject({ HOST: "0.0.0.0", GATEPOST_ORIGIN: "http://localhost:3000" });
  const elsewhere = { PUBLISH_ADDRESS: "0.0.0.0", PORT: "80", GATEPOST_ORIGIN: "https://gatepost.example.com" };
  const { proxy, web: named } = readCompose({ ...required, ...elsewhere }) as Record<"proxy" | "web", Service>;
  expect(proxy.ports).toEqual(["0.0.0.0:80:80"]);
  expect(named.environment).toMatchObject({ GATEPOST_ORIGIN: "https://gatepost.example.com" });
});

test("S18: in compose.yaml web and worker sign in with their own roles, and are given no other password", () => {
  const passwordsOf = ({ environment = {} }: Service) =>
    Object.values(passwords).filter((password) => Object.values(environment).some((value) => value.includes(password)));
  expect(passwordsOf(web)).toEqual(["of-web"]);
  expect(web.environment?.DATABASE_URL).toBe("postgresql://gatepost_web:of-web@postgres:5432/gatepost");
  expect(passwordsOf(worker)).toEqual(["of-worker"]);
  expect(worker.environment?.DATABASE_URL).toBe("postgresql://gatepost_worker:of-worker@postgres:5432/gatepost");
  expect(migrate.environment?.DATABASE_URL).toBe("postgresql://gatepost_owner:of-owner@postgres:5432/gatepost");
  expect(passwordsOf(postgres)).toEqual(["of-admin"]);
  // Each of them gets the whole file .env.
  for (const { environment } of [web, worker, migrate])
    expect(environment).toMatchObject(Object.fromEntries(Object.keys(passwords).map((name) => [name, ""])));
});

test.each([undefined, "0", "600"])(
  "R20: in compose.yaml a worker with GATEPOST_DRAIN_SECONDS=%s is killed a minute after its drain time",
  (drain) => {
    const { worker } = readCompose({ ...required, ...(drain && { GATEPOST_DRAIN_SECONDS: drain }) }) as {
      worker: Service;
    };
    const { GATEPOST_DRAIN_SECONDS } = worker.environment ?? {};
    expect(GATEPOST_DRAIN_SECONDS).toBe(drain ?? "25");
    expect(worker.stop_grace_period).toBe(`1m${GATEPOST_DRAIN_SECONDS}s`);
  },
);

test("R20: in compose.yaml the worker stops before the proxy, the web server and the database", () => {
  expect(stopsAfter(services, "proxy")).toEqual(new Set(["worker"]));
  expect(stopsAfter(services, "web")).toEqual(new Set(["proxy", "worker"]));
  expect(stopsAfter(services, "postgres")).toEqual(new Set(["migrate", "web", "proxy", "worker"]));
});

test("in compose.yaml each service has a health check and a limit of memory, and its image reaps the processes that Chromium leaves", () => {
  const { migrate: _, ...lasting } = services;
  for (const [name, { healthcheck }] of Object.entries(lasting))
    expect(healthcheck?.test.length, name).toBeGreaterThan(1);
  for (const [name, { deploy }] of Object.entries(services))
    expect(deploy?.resources?.limits?.memory, name).toMatch(/^\d+[mg]$/);
  expect(web.healthcheck?.test.join(" ")).toContain("/readyz");
  expect(proxy.healthcheck?.test.join(" ")).toContain("/healthz");
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toContain('ENTRYPOINT ["tini", "--"]');
});
