import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ImageConfig, imageName, readImageConfig, storage, type Target } from "./build.ts";
import { command, tryCommand } from "./command.ts";
import type { Network } from "./network.ts";

export type Container = Awaited<ReturnType<ReturnType<typeof openContainers>["start"]>>;

interface ContainerOptions {
  /** Unique among all containers. */
  name: string;
  target: Target;
  environment: Record<string, string>;
  /** Default: the image's. */
  command?: string[];
  /** Host names, with their addresses. */
  hosts?: Record<string, string>;
  /** As the manifests for Kubernetes ask for: only /tmp can be written to, and no privileges can be gained. */
  confined?: boolean;
}

/**
 * The container runtime without control groups, which are not everybody's to change: it refuses to start where it sees a mixture
 * of both versions of them, so it sees none.
 */
const hideGroups = 'mount -t tmpfs none /sys/fs/cgroup && exec crun --cgroup-manager=disabled "$@"';
const crun = (...args: string[]): [string, string[]] => [
  "unshare",
  ["--mount", "sh", "-c", hideGroups, "crun", ...args],
];

/** Starts containers from the images of `folder`, with namespaces of their own for processes, files, names and network. */
export function openContainers(folder: string, network: Network) {
  const started: { id: string; ended: Promise<number> }[] = [];

  async function start(options: ContainerOptions) {
    const { name, target, hosts = {} } = options;
    const id = `gatepost-${name}`;
    const { namespace, address } = await network.join(name);
    const config = await readImageConfig(folder, target);
    await command("buildah", [...storage(folder), "from", "--pull-never", "--name", id, imageName(target)]);
    const path = await command("buildah", [...storage(folder), "mount", id]);
    const bundle = join(folder, "bundles", id);
    mkdirSync(bundle, { recursive: true });
    const lines = Object.entries({ localhost: "127.0.0.1", ...hosts }).map(([host, at]) => `${at} ${host}\n`);
    writeFileSync(join(bundle, "hosts"), lines.join(""), { mode: 0o644 });
    writeFileSync(
      join(bundle, "config.json"),
      JSON.stringify(specification(options, config, { path, bundle, namespace })),
    );

    const child = spawn(...crun("run", "--bundle", bundle, id), { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    /** Resolves with the code of its first process, which with `tini` is that of the program. */
    const ended = new Promise<number>((resolve) => {
      child.on("error", (error) => {
        output += error.message;
        resolve(1);
      });
      child.on("close", (code) => resolve(code ?? 1));
    });
    started.push({ id, ended });
    return {
      address,
      output: () => output,
      ended,
      /** Runs a program in it, as `docker exec` does. */
      exec: (...args: string[]) => tryCommand(...crun("exec", "--user", config.User, id, ...args)),
      /** SIGTERM to its first process, as `docker stop` begins. */
      async stop(): Promise<void> {
        await command(...crun("kill", id, "TERM"));
      },
    };
  }

  async function removeAll(): Promise<void> {
    for (const { id, ended } of started) {
      await tryCommand(...crun("delete", "--force", id));
      await ended;
      await tryCommand("buildah", [...storage(folder), "rm", id]);
    }
  }

  return { start, removeAll };
}

/** What a container runtime reads: https://github.com/opencontainers/runtime-spec/blob/main/config.md. */
function specification(
  { environment, command: given, target, name, confined = false }: ContainerOptions,
  { User, Env, Entrypoint, Cmd, WorkingDir }: ImageConfig,
  { path, bundle, namespace }: { path: string; bundle: string; namespace: string },
) {
  const [uid, gid] = User.split(":").map(Number);
  const memory = (destination: string, ...options: string[]) => ({
    destination,
    type: "tmpfs",
    source: "tmpfs",
    options: ["nosuid", ...options],
  });
  const environmentOf = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  return {
    ociVersion: "1.0.2",
    hostname: name,
    root: { path, readonly: confined },
    process: {
      user: { uid, gid },
      args: [...Entrypoint, ...(given ?? Cmd)],
      env: [...Env, ...environmentOf],
      cwd: WorkingDir,
      capabilities: {},
      noNewPrivileges: confined,
    },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      memory("/dev", "mode=755", "strictatime"),
      {
        destination: "/dev/pts",
        type: "devpts",
        source: "devpts",
        options: ["newinstance", "ptmxmode=0666", "mode=0620"],
      },
      memory("/dev/shm", "mode=1777", target === "worker" ? "size=1g" : "size=64m"),
      { destination: "/sys", type: "sysfs", source: "sysfs", options: ["nosuid", "noexec", "nodev", "ro"] },
      { destination: "/etc/hosts", type: "bind", source: join(bundle, "hosts"), options: ["bind", "ro"] },
      ...(confined ? [memory("/tmp", "mode=1777")] : []),
    ],
    linux: {
      namespaces: [...["pid", "ipc", "uts", "mount"].map((type) => ({ type })), { type: "network", path: namespace }],
    },
  };
}
