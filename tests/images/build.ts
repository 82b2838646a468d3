import {
  accessSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../checks.ts";
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

const certificates = "/usr/local/share/certificates-of-the-builder.crt";

/** Settings of npm for the build alone: its registry, and the certificates of the base image that `makeBase` makes. */
async function npmSettings(own: boolean): Promise<string> {
  const registry = await command("npm", ["config", "get", "registry"]);
  return [
    `registry=${registry.split("\n").at(-1)}`,
    ...(own && certificatesHere() ? [`cafile=${certificates}`] : []),
    "",
  ].join("\n");
}

const certificatesHere = () => process.env.NODE_EXTRA_CA_CERTS;

/**
 * An image in the shape of node:24-bookworm-slim, for machines that cannot fetch it: Debian by debootstrap, the Node.js that
 * runs this, npm, and the certificates that this machine trusts besides the usual ones.
 */
async function makeBase(buildah: string[], folder: string, name: string): Promise<void> {
  const debian = join(folder, "debian");
  await command("debootstrap", ["--variant=minbase", "bookworm", debian]);
  for (const needless of ["var/cache/apt/archives", "var/lib/apt/lists"]) {
    rmSync(join(debian, needless), { recursive: true, force: true });
    mkdirSync(join(debian, needless, "partial"), { recursive: true });
  }
  const local = join(debian, "usr/local");
  copyFileSync(realpathSync(process.execPath), join(local, "bin/node"));
  const modules = await command("npm", ["root", "--global", "--loglevel=error"]);
  cpSync(join(modules, "npm"), join(local, "lib/node_modules/npm"), { recursive: true });
  for (const program of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, "bin", program));
  const own = certificatesHere();
  if (own) copyFileSync(own, join(debian, certificates));
  // The user of the real one, whose number the Dockerfile leaves free.
  await command("chroot", [debian, "useradd", "--create-home", "--uid", "1000", "node"]);

  const container = await command("buildah", [...buildah, "from", "scratch"]);
  const mounted = await command("buildah", [...buildah, "mount", container]);
  await command("cp", ["-a", `${debian}/.`, `${mounted}/`]);
  await command("buildah", [...buildah, "umount", container]);
  const environment = own ? ["--env", `NODE_EXTRA_CA_CERTS=${certificates}`] : [];
  await command("buildah", [...buildah, "config", ...environment, "--cmd", "node", container]);
  await command("buildah", [...buildah, "commit", "--quiet", "--rm", container, name]);
  rmSync(debian, { recursive: true });
}
