import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { readObjectStoreSettings } from "@gatepost/domain/platform/settings";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { root } from "./checks.ts";

// biome-ignore lint/suspicious/noExplicitAny: the schemas below say what an object of Kubernetes has.
type Manifest = any;

/** Why this machine cannot render manifests; undefined where it can. */
function whyNoKubectl(): string | undefined {
  return spawnSync("kubectl", ["version", "--client"]).status === 0 ? undefined : "kubectl is not installed";
}

/** The objects of an overlay, as `kubectl apply -k` would send them. */
function render(overlay: string): Manifest[] {
  const folder = join(root, "deploy/kubernetes/overlays", overlay);
  const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

/** The module of each kind's schema: those of Kubernetes and KEDA, as npm packages of generated models. */
const modules: Record<string, string> = {
  "apps/v1 Deployment": "kubernetes-models/apps/v1",
  "autoscaling/v2 HorizontalPodAutoscaler": "kubernetes-models/autoscaling/v2",
  "batch/v1 Job": "kubernetes-models/batch/v1",
  "keda.sh/v1alpha1 ScaledObject": "@kubernetes-models/keda/keda.sh/v1alpha1",
  "keda.sh/v1alpha1 TriggerAuthentication": "@kubernetes-models/keda/keda.sh/v1alpha1",
  "networking.k8s.io/v1 Ingress": "kubernetes-models/networking.k8s.io/v1",
  "networking.k8s.io/v1 NetworkPolicy": "kubernetes-models/networking.k8s.io/v1",
  "policy/v1 PodDisruptionBudget": "kubernetes-models/policy/v1",
  "v1 ConfigMap": "kubernetes-models/v1",
  "v1 Service": "kubernetes-models/v1",
  "v1 ServiceAccount": "kubernetes-models/v1",
};

function moduleOf({ apiVersion, kind }: Manifest): string {
  const module = modules[`${apiVersion} ${kind}`];
  if (!module) throw new Error(`No schema for ${apiVersion} ${kind}.`);
  return module;
}

/** Throws if an object has a wrong value or lacks a required one. */
async function validate(manifest: Manifest): Promise<void> {
  const models = (await import(moduleOf(manifest))) as Record<string, new (data: object) => { validate(): void }>;
  const Model = models[manifest.kind] as new (data: object) => { validate(): void };
  new Model(manifest).validate();
}

/**
 * What the compiler says of the objects as literals of their types, which is how it finds properties that Kubernetes does not
 * know, such as misspelt ones; empty if nothing.
 */
function compile(manifests: readonly Manifest[]): string {
  const folder = join(root, ".scratch", `manifests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const lines = manifests.flatMap((manifest, n) => [
      `import type { I${manifest.kind} as Type${n} } from "${moduleOf(manifest)}/${manifest.kind}";`,
      `export const manifest${n}: Type${n} = ${JSON.stringify(manifest, null, 1)};`,
    ]);
    writeFileSync(join(folder, "manifests.ts"), `${lines.join("\n")}\n`);
    const args = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--ignoreConfig", "manifests.ts"];
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), args, { cwd: folder, encoding: "utf8" });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const folder = join(root, "deploy/kubernetes");
const overlays = readdirSync(join(folder, "overlays")).sort();
const readme = readFileSync(join(folder, "README.md"), "utf8");
const settings = new Set(
  [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
);

const named = (manifests: readonly Manifest[], kind: string, name?: string) =>
  manifests.filter((one) => one.kind === kind && (!name || one.metadata.name === name));
const podsOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === "Deployment" || kind === "Job").map(({ spec }) => spec.template);
const matches = (selector: Record<string, string> = {}, labels: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

// Nothing else can render them: no other program of npm or Debian has the current Kustomize.
describe("deploy/kubernetes, as kubectl renders it", skippedIf(whyNoKubectl()), () => {
  const rendered = new Map<string, Manifest[]>();
  beforeAll(() => {
    for (const overlay of overlays) rendered.set(overlay, render(overlay));
  });
  const of = (overlay: string) => rendered.get(overlay) as Manifest[];

  test("all objects have the values that the schemas of Kubernetes and KEDA ask for, and no unknown property", async () => {
    const all = overlays.flatMap(of);
    expect(all.length).toBeGreaterThan(8 * overlays.length);
    for (const manifest of all) await validate(manifest);
    expect(compile(all)).toBe("");
  });

  describe.each(overlays)("in %s", (overlay) => {
    const objects = () => of(overlay);

    test("no container is root, can become it, or writes into its image, and each has limits", () => {
      const pods = podsOf(objects());
      expect(pods).toHaveLength(3);
      for (const { spec } of pods) {
        expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
        for (const { resources, securityContext } of spec.containers) {
          expect(resources).toMatchObject({ requests: { cpu: expect.any(String), memory: expect.any(String) } });
          expect(resources.limits.memory).toMatch(/Gi$/);
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
        }
      }
      const image = readFileSync(join(root, "Dockerfile"), "utf8");
      for (const { spec } of pods)
        expect(image).toContain(`useradd --create-home --uid ${spec.securityContext.runAsUser} `);
    });

    test("containers get only settings that exist, secrets only by reference, and each only its own role's address", () => {
      const [config] = named(objects(), "ConfigMap");
      const notOurs = ["NODE_ENV", "HOME"];
      for (const name of Object.keys(config.data)) if (!notOurs.includes(name)) expect(settings).toContain(name);
      const addresses = podsOf(objects()).map(({ metadata, spec }) => {
        const { env, envFrom } = spec.containers[0];
        expect(envFrom).toEqual([{ configMapRef: { name: config.metadata.name } }]);
        for (const { name } of env) if (!notOurs.includes(name)) expect(settings).toContain(name);
        const referenced = env.filter(({ valueFrom }: Manifest) => valueFrom);
        const secrets = referenced.flatMap(({ valueFrom }: Manifest) => valueFrom.secretKeyRef ?? []);
        // The pod's own address, by which web servers reach its live pages.
        expect(referenced.length - secrets.length).toBe(
          env.some(({ name }: Manifest) => name === "WORKER_LIVE_ADDRESS") ? 1 : 0,
        );
        for (const { name, key } of secrets) {
          expect(readme).toMatch(new RegExp(`create secret generic ${name} [\\s\\S]*?--from-(?:literal|file)=${key}=`));
        }
        for (const { name, value } of env) if (value) expect(name).not.toMatch(/SECRET|PASSWORD|DATABASE_URL|SMTP/);
        const component = metadata.labels["app.kubernetes.io/component"];
        return [component, secrets.map(({ key }: Manifest) => key).sort()];
      });
      const keysOf = (component: string) =>
        "GATEPOST_S3_BUCKET" in config.data ? [`${component}-access-key-id`, `${component}-secret-access-key`] : [];
      expect(Object.fromEntries(addresses)).toEqual({
        web: ["secret", ...keysOf("web"), "web-url"],
        worker: ["secret", ...keysOf("worker"), "worker-url"],
        migrate: ["owner-url", "secret", "web-url", "worker-url"],
      });
    });

    test("R20: a worker is killed a minute after its drain time, and a rolling update begins with a new one", () => {
      const [config] = named(objects(), "ConfigMap");
      const [worker] = named(objects(), "Deployment", "gatepost-worker");
      expect(worker.spec.template.spec.terminationGracePeriodSeconds).toBe(
        Number(config.data.GATEPOST_DRAIN_SECONDS) + 60,
      );
      for (const { spec } of named(objects(), "Deployment"))
        expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    });

    test("services, budgets, policies, probes and autoscalers point to what is there", () => {
      const labels = podsOf(objects()).map(({ metadata }) => metadata.labels as Record<string, string>);
      const selectors = [
        ...named(objects(), "Service").map(({ spec }) => spec.selector),
        ...named(objects(), "PodDisruptionBudget").map(({ spec }) => spec.selector.matchLabels),
        ...named(objects(), "NetworkPolicy").map(({ spec }) => spec.podSelector.matchLabels),
        ...named(objects(), "Deployment").map(({ spec }) => spec.selector.matchLabels),
      ];
      for (const selector of selectors) {
        expect(Object.keys(selector).length).toBeGreaterThan(0);
        expect(
          labels.some((one) => matches(selector, one)),
          JSON.stringify(selector),
        ).toBe(true);
      }
      const scaled = [...named(objects(), "HorizontalPodAutoscaler"), ...named(objects(), "ScaledObject")];
      for (const { spec } of scaled) {
        const [target] = named(objects(), "Deployment", spec.scaleTargetRef.name);
        expect(target, spec.scaleTargetRef.name).toBeDefined();
        // What scales it and what applies the manifest would contradict each other.
        expect(target.spec.replicas).toBeUndefined();
      }
      const [web] = named(objects(), "Deployment", "gatepost-web");
      const [{ ports, startupProbe, livenessProbe, readinessProbe, env }] = web.spec.template.spec.containers;
      const port = (name: string) => ports.find((one: Manifest) => one.name === name).containerPort;
      expect([livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual(["/healthz", "/healthz"]);
      expect(startupProbe.exec.command.at(-1)).toContain(`http://127.0.0.1:${port("http")}/readyz`);
      for (const path of ["healthz", "readyz"])
        expect(existsSync(join(root, `apps/web/src/app/${path}/route.ts`))).toBe(true);
      expect(env).toContainEqual({ name: "PORT", value: String(port("http")) });
      expect(env).toContainEqual({ name: "GATEPOST_WEB_METRICS", value: `0.0.0.0:${port("metrics")}` });
    });
  });

  test("production lets only the ingress controller, Prometheus and its own pods in, and only to PostgreSQL's one address", () => {
    const policies = named(of("production"), "NetworkPolicy");
    const [rest] = named(policies, "NetworkPolicy", "gatepost-default");
    expect(rest.spec.policyTypes).toEqual(["Ingress", "Egress"]);
    expect(rest.spec.ingress).toBeUndefined();
    expect(rest.spec.egress[1]).toEqual({
      to: [{ ipBlock: { cidr: "192.0.2.10/32" } }],
      ports: [{ protocol: "TCP", port: 5432 }],
    });
    const sources = policies.flatMap(({ spec }) => spec.ingress ?? []).flatMap(({ from }: Manifest) => from);
    // The fourth: from web servers to the live pages of workers.
    expect(sources).toHaveLength(4);
    expect(sources.every((source: Manifest) => source.podSelector || source.namespaceSelector)).toBe(true);
  });

  test("in production web servers and workers reach the object store and the collector that their settings name, and their keys are accepted settings", () => {
    const [{ data }] = named(of("production"), "ConfigMap");
    expect(
      readObjectStoreSettings({ ...data, GATEPOST_S3_ACCESS_KEY_ID: "id", GATEPOST_S3_SECRET_ACCESS_KEY: "key" }),
    ).toMatchObject({ bucket: "gatepost" });
    const reaches = (name: string) => {
      const [{ spec }] = named(of("production"), "NetworkPolicy", name);
      expect(spec.podSelector.matchExpressions).toEqual([
        { key: "app.kubernetes.io/component", operator: "In", values: ["web", "worker"] },
      ]);
      return spec.egress[0].ports.map(({ port }: Manifest) => port);
    };
    const { protocol, port } = new URL(data.GATEPOST_S3_ENDPOINT);
    expect(reaches("gatepost-object-store")).toEqual([Number(port) || { "https:": 443, "http:": 80 }[protocol]]);
    expect(reaches("gatepost-traces")).toEqual([Number(new URL(data.GATEPOST_TRACES).port)]);
  });

  describe("the queries by which KEDA scales workers", () => {
    let database: ClonedDatabase;
    let scaler: pg.Client;
    const role = `gatepost_scaler_test_${process.pid}`;

    beforeAll(async () => {
      database = await cloneDatabase();
      // The statements of the README, for a role and a database of this test.
      const [, statements = ""] = /```sql\n([\s\S]*?)```/.exec(readme) ?? [];
      const name = new URL(database.url).pathname.slice(1);
      await database.asAdmin(
        statements
          .replaceAll("gatepost_scaler", role)
          .replace(/ON DATABASE \w+/, `ON DATABASE "${name}"`)
          .replace("scaler-password", "test"),
      );
      const url = new URL(database.url);
      url.username = role;
      url.password = "test";
      scaler = new pg.Client({ connectionString: url.href });
      await scaler.connect();
    });
    afterAll(async () => {
      await scaler?.end();
      await database.asAdmin(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await database?.drop();
    });

    async function values(): Promise<Record<string, number>> {
      const [{ spec }] = named(of("production"), "ScaledObject");
      const found: Record<string, number> = {};
      for (const { name, metadata } of spec.triggers) {
        const { rows } = await scaler.query({ text: metadata.query, rowMode: "array" });
        expect(rows).toHaveLength(1);
        found[name] = Number(rows[0]?.[0]);
      }
      return found;
    }

    test("are 0 without tasks, count those that run or could, those that wait, and the age of the oldest, and need no more than the README grants", async () => {
      expect(await values()).toEqual({ tasks: 0, waits: 0, "queue-age": 0 });
      const task = (id: number, rest: Record<string, string>) => {
        const columns = { account_id: "1", template_version_id: "1", website_url: "''", price: "1", address: "''" };
        const all = { id: String(id), ...columns, ...rest };
        return `insert into task (${Object.keys(all).join(", ")}) values (${Object.values(all).join(", ")})`;
      };
      await database.asAdmin(`set session_replication_role = replica;
        ${task(1, { queued_at: "now() - interval '90 seconds'" })};
        ${task(2, {})};
        ${task(3, { state: "'running'", worker_id: "7" })};
        ${task(4, { state: "'waiting'", worker_id: "7" })};
        ${task(5, { held: "true", session_id: "1" })};
        ${task(6, { state: "'ready'", ended_at: "now()" })}`);
      const { "queue-age": age, ...counts } = await values();
      expect(counts).toEqual({ tasks: 3, waits: 1 });
      expect(age).toBeGreaterThanOrEqual(90);
      await expect(scaler.query("select website_url from task")).rejects.toThrow("permission denied");
      await expect(scaler.query("select * from account")).rejects.toThrow("permission denied");
    });
  });
});
