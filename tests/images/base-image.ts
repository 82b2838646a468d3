import { copyFileSync, cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { command } from "./command.ts";

const certificates = "/usr/local/share/certificates-of-the-builder.crt";

/** Settings of npm for the build alone: its registry, and the certificates of the base image that `makeBase` makes. */
export async function npmSettings(own: boolean): Promise<string> {
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
export async function makeBase(buildah: string[], folder: string, name: string): Promise<void> {
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
