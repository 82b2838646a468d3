import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../checks.ts";
import { makeBase, npmSettings } from "./base-image.ts";
import { command, tryCommand } from "./command.ts";

/** The stages of Dockerfile that become images. */
export const targets = ["web", "worker"] as const;
export type Target = (typeof targets)[number];

/** What of an image's configuration decides how its containers run. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
}

const base = "localhost/gatepost-base";
export const imageName = (target: Target) => `localhost/gatepost-${target}`;

/** The options by which buildah keeps everything in one folder, which can be deleted as a whole. */
export const storage = (folder: string) => ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];

/** What this machine lacks to build the images and to start programs from them. */
export function missingHere(): string[] {
  const programs = ["buildah", "crun", "ip", "npm", ...(process.env.GATEPOST_TEST_BASE_IMAGE ? [] : ["debootstrap"])];
  return [...(process.getuid?.() === 0 ? [] : ["the user root"]), ...programs.filter((name) => !onPath(name))];
}

function onPath(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Builds both images of Dockerfile as `docker build` does, from GATEPOST_TEST_BASE_IMAGE or else from a base image that it
 * makes. `folder` keeps everything; what is in it from an earlier build is used again.
 */
export async function buildImages(folder: string, log: (line: string) => void): Promise<void> {
  const options = storage(folder);
  const given = process.env.GATEPOST_TEST_BASE_IMAGE;
  if (!given && (await tryCommand("buildah", [...options, "inspect", "--type", "image", base])).code !== 0) {
    log("making a base image with debootstrap");
    await makeBase(options, folder, base);
  }
  const npmrc = join(folder, "npmrc");
  writeFileSync(npmrc, await npmSettings(!given));
  for (const target of targets) {
    log(`building ${target}`);
    const from = performance.now();
    const build = ["build", "--isolation=chroot", "--layers", "--target", target, "--tag", imageName(target)];
    const inputs = ["--build-arg", `BASE=${given ?? base}`, "--secret", `id=npmrc,src=${npmrc}`];
    await command("buildah", [...options, ...build, ...inputs, root], (line) => {
      if (/STEP|^·/.test(line)) log(line.slice(0, 150));
    });
    log(`built ${target} in ${Math.round((performance.now() - from) / 1_000)} s`);
  }
  log(await command("buildah", [...options, "images", "--format", "{{.Name}}: {{.Size}}"]));
}

export async function readImageConfig(folder: string, target: Target): Promise<ImageConfig> {
  const text = await command("buildah", [...storage(folder), "inspect", "--type", "image", imageName(target)]);
  return JSON.parse(text).OCIv1.config;
}

/** Unmounts and deletes what `buildImages` left in the folder. */
export async function removeImages(folder: string): Promise<void> {
  if (existsSync(join(folder, "storage"))) await tryCommand("buildah", [...storage(folder), "rm", "--all"]);
  await tryCommand("umount", ["--lazy", join(folder, "storage/overlay")]);
  await command("rm", ["-rf", "--one-file-system", folder]);
}
