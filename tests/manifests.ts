import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { root } from "./checks.ts";

// biome-ignore lint/suspicious/noExplicitAny: the schemas below say what an object of Kubernetes has.
export type Manifest = any;

/** Why this machine cannot render manifests; undefined where it can. */
export function whyNoKubectl(): string | undefined {
  return spawnSync("kubectl", ["version", "--client"]).status === 0 ? undefined : "kubectl is not installed";
}

/** The objects of an overlay, as `kubectl apply -k` would send them. */
export function render(overlay: string): Manifest[] {
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
export async function validate(manifest: Manifest): Promise<void> {
  const models = (await import(moduleOf(manifest))) as Record<string, new (data: object) => { validate(): void }>;
  const Model = models[manifest.kind] as new (data: object) => { validate(): void };
  new Model(manifest).validate();
}

/**
 * What the compiler says of the objects as literals of their types, which is how it finds properties that Kubernetes does not
 * know, such as misspelt ones; empty if nothing.
 */
export function compile(manifests: readonly Manifest[]): string {
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
